// Who has opened a link in a browser sits down at once; what only looks at links runs no script.

document.getElementById('sit').submit();
