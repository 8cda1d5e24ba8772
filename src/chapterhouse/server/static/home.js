// The first page: loading a record, and a theme that changes in place.

import { $, ask, themeButton } from './house.js';

$('record').addEventListener('change', async () => {
  const file = $('record').files[0];
  if (!file) return;
  $('load-error').textContent = '';
  try {
    const made = await ask('/api/records', { record: JSON.parse(await file.text()) });
    location.href = made.url;
  } catch (error) {
    $('load-error').textContent = error instanceof SyntaxError ? $('record').dataset.unreadable : [error.message, ...(error.faults ?? [])].join(' · ');
  }
});
themeButton();
