// Who has opened a link in a browser sits down at once, unless there is something to know before; what only looks at
// links runs no script.

const form = document.getElementById('sit');
if (!('ask' in form.dataset)) form.submit();
