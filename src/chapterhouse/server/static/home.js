// The first page: only loading a record needs help.

import { $, ask } from './common.js';

$('record').addEventListener('change', async () => {
  const file = $('record').files[0];
  if (!file) return;
  try {
    const made = await ask('/api/records', { record: JSON.parse(await file.text()) });
    location.href = made.url;
  } catch (error) {
    $('load-error').textContent = [error.message, ...(error.faults ?? [])].join(' · ');
  }
});
