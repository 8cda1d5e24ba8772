// What happens at a table: one stream for all tabs where the browser has shared workers, else one that only a visible tab
// holds. A tab that was hidden for minutes asks now and then instead; so does one that gets no stream.

const HIDDEN = 180000, POLL = 60000, FALLBACK = 5000, HERE = 30000;

export function follow({ table, seat, worker, on }) {
  const name = seat === null || seat === undefined ? table : `${table}:${seat}`;
  let source = null, sleeping = null, polling = null, following = true;

  const poll = every => { stopPolling(); polling = setInterval(() => on.poll(), every); };
  const stopPolling = () => { clearInterval(polling); polling = null; };
  const heard = ({ kind, data, refused }) => {
    if (!following) return;
    if (kind === 'open') { stopPolling(); on.open(); }
    else if (kind === 'lost') { on.lost(refused); if (refused && polling === null) poll(FALLBACK); }
    else on[kind](data);
  };

  let port = null, beat = null;
  if (window.SharedWorker) {
    try { port = new SharedWorker(worker, { name: 'streams' }).port; } catch { port = null; }
  }
  if (port) {
    port.addEventListener('message', event => heard(event.data));
    port.start();
  }

  function begin() {
    if (port) {
      port.postMessage({ table: name });
      clearInterval(beat);
      beat = setInterval(() => port.postMessage({ table: name }), HERE);
      return;
    }
    source?.close();
    const own = source = new EventSource(`/api/events?table=${encodeURIComponent(name)}`);
    for (const kind of ['table', 'chat']) own.addEventListener(kind, event => heard({ kind, data: JSON.parse(event.data) }));
    own.addEventListener('open', () => heard({ kind: 'open' }));
    own.addEventListener('error', () => {
      const refused = own.readyState === EventSource.CLOSED;
      heard({ kind: 'lost', refused });
      if (refused) setTimeout(() => { if (following && own === source) begin(); }, 15000);
    });
  }

  function end() {
    clearInterval(beat);
    if (port) port.postMessage({});
    source?.close();
    source = null;
  }

  function rest() {  // hidden for long: no stream, a question a minute
    sleeping = null;
    end();
    poll(POLL);
    resting = true;
  }
  let resting = false;
  document.addEventListener('visibilitychange', () => {
    if (!following) return;
    clearTimeout(sleeping);
    if (document.hidden) { sleeping = setTimeout(rest, port ? HIDDEN : HIDDEN / 6); return; }
    if (resting) { resting = false; stopPolling(); begin(); on.poll(); }
  });
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', event => { if (event.persisted && following && !resting) { begin(); on.poll(); } });

  begin();
  return () => { following = false; stopPolling(); clearTimeout(sleeping); end(); };
}
