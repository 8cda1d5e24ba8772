// One stream for all tabs of a browser, which may hold only a few connections to a host: a shared worker that every tab
// tells which table it shows. A tab says so again every now and then; one that has gone silent is forgotten.

const SILENT = 90000, RETRY = 3000, MOST = 32;
const tabs = new Map();  // port → { table, heard }
let stream = null, shown = '', retrying = null;

const send = (port, message) => port.postMessage(message);
const tell = (table, message) => { for (const [port, tab] of tabs) if (tab.table.split(':')[0] === table) send(port, message); };
const tellAll = message => { for (const port of tabs.keys()) send(port, message); };

function renew() {
  const tables = [...new Set([...tabs.values()].map(tab => tab.table))].slice(-MOST).sort();
  const next = tables.map(table => `table=${encodeURIComponent(table)}`).join('&');
  if (next === shown && stream && stream.readyState !== EventSource.CLOSED) return;
  shown = next;
  stream?.close();
  stream = null;
  if (next) open();
}

function open() {
  clearTimeout(retrying);
  const own = stream = new EventSource(`/api/events?${shown}`);
  for (const kind of ['table', 'chat']) {
    own.addEventListener(kind, event => { const data = JSON.parse(event.data); tell(data.table, { kind, data }); });
  }
  own.addEventListener('open', () => tellAll({ kind: 'open' }));
  own.addEventListener('error', () => {
    if (own !== stream) return;
    const closed = own.readyState === EventSource.CLOSED;  // refused: the browser does not try again by itself
    tellAll({ kind: 'lost', refused: closed });
    if (closed) retrying = setTimeout(() => { if (own === stream) open(); }, RETRY * 5);
  });
}

function listenTo(port) {
  port.addEventListener('message', ({ data }) => {
    if (data.table) {
      const isNew = tabs.get(port)?.table !== data.table;
      tabs.set(port, { table: data.table, heard: Date.now() });
      if (isNew) { renew(); if (stream?.readyState === EventSource.OPEN) send(port, { kind: 'open' }); }
    } else { tabs.delete(port); renew(); }
  });
  port.start();
}

setInterval(() => {
  for (const [port, tab] of tabs) if (Date.now() - tab.heard > SILENT) tabs.delete(port);
  renew();
}, SILENT / 3);
self.addEventListener('connect', event => listenTo(event.ports[0]));
