/**
 * Functions that run in the page. Each must be self-contained, because only its source text is sent there.
 */

/** Records each WebSocket of the page and its frames, with the channel subscribed over it. */
export const keepSockets = () => {
  const Native = window.WebSocket;
  const kept: (WebSocket & { channel?: string })[] = [];
  const top = window.top as { porchSockets?: typeof kept } | null;
  if (!top) return;
  top.porchSockets ??= kept;
  const all = top.porchSockets;
  window.WebSocket = class extends Native {
    channel?: string;
    constructor(url: string | URL) {
      super(url);
      all.push(this);
    }
    override send(data: string) {
      this.channel = /"subscription":"([^"]+)"/.exec(data)?.[1] ?? this.channel;
      super.send(data);
    }
  };
};

/**
 * Simulates incoming messages on the live connection.
 * @returns the median time until a message is laid out, in ms
 */
export const addMessages = async (given: { coming: { text: string }[]; conversationId: string }) => {
  const sockets: (WebSocket & { channel?: string })[] = Reflect.get(window, 'porchSockets');
  const socket = sockets.findLast((s) => s.channel && s.readyState === WebSocket.OPEN);
  const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
  const log = frame?.contentDocument?.querySelector('[role=log]');
  if (!socket || !log) throw new Error('The widget is not connected.');
  const took: number[] = [];
  for (const message of given.coming) {
    const event = { type: 'message', conversation: { _id: given.conversationId }, message };
    const data = JSON.stringify([{ channel: socket.channel, data: { events: [event] } }]);
    const start = performance.now();
    socket.onmessage?.(new MessageEvent('message', { data }));
    // Wait one turn of the event loop, in which the message is rendered.
    await new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(0);
    });
    // Reading the height forces the layout.
    if (log.scrollHeight > 0) took.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  if (!log.textContent?.includes(given.coming.at(-1)?.text.trim() ?? '')) {
    throw new Error('The messages did not come.');
  }
  return took.sort((a, b) => a - b)[took.length >> 1] ?? 0;
};

/** Scrolls the log up by `step` pixels per frame and measures the frames. */
export const scrollUp = async ({ frames, step }: { frames: number; step: number }) => {
  const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
  const log = frame?.contentDocument?.querySelector('[role=log]') as HTMLElement;
  const next = () => new Promise<number>((done) => requestAnimationFrame(done));
  const long: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) long.push(entry.duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  const between: number[] = [];
  let before = await next();
  for (let i = 0; i < frames; i++) {
    log.scrollTop -= step;
    const now = await next();
    between.push(now - before);
    before = now;
  }
  await next();
  observer.disconnect();
  between.sort((a, b) => a - b);
  return {
    frame: between[between.length >> 1] ?? 0,
    worst: between.at(-1) ?? 0,
    longTasks: long.length,
    longest: Math.max(0, ...long),
  };
};
