import type { Messages } from '../../../src/slices/messages';
import { NEW_CONVERSATION } from '../../../src/slices/messages';
import { decodeMessages } from '../../../src/wire/message';

const text = (i: number) => `Message ${i}: ${'words and more words '.repeat(1 + (i % 5))}`;
const median = (all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1] ?? 0;

/** What is measured, in the page: each figure in milliseconds. */
export const createBench = (frame: { document: Document; window: Window }, messages: Messages) => {
  let next = 0;
  const one = (i: number) => ({
    _id: `m${i}`,
    type: 'text',
    role: i % 3 ? 'appMaker' : 'appUser',
    authorId: 'ann',
    received: 1_700_000_000 + i * 60,
    text: text(i),
  });
  const merge = (count: number) => {
    const coming = Array.from({ length: count }, () => one(next++));
    messages.merge(NEW_CONVERSATION, decodeMessages({ messages: coming }).messages);
  };
  const log = () => frame.document.querySelector('[role=log]') as HTMLElement;
  /** A turn of the event loop: what was set off is drawn. */
  const turn = () =>
    new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(0);
    });
  const painted = () =>
    new Promise<number>((done) =>
      frame.window.requestAnimationFrame(() => frame.window.requestAnimationFrame(done)),
    );

  return {
    async fill(count: number): Promise<void> {
      messages.reset();
      next = 0;
      merge(count);
      for (let i = 0; i < 5; i++) await painted();
    },
    /** Adds a message, `times` over. @returns the median from its coming to its being laid out */
    async add(times: number): Promise<number> {
      const took: number[] = [];
      for (let i = 0; i < times; i++) {
        const start = performance.now();
        merge(1);
        await turn();
        log().getBoundingClientRect();
        // Asking for its height lays the log out.
        if (log().scrollHeight > 0) took.push(performance.now() - start);
        await painted();
      }
      return median(took);
    },
    /** Scrolls up by `step` pixels a frame. */
    async scroll(frames: number, step: number) {
      const long: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) long.push(entry.duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      const between: number[] = [];
      let before = await painted();
      for (let i = 0; i < frames; i++) {
        log().scrollTop -= step;
        const now = await new Promise<number>((done) => frame.window.requestAnimationFrame(done));
        between.push(now - before);
        before = now;
      }
      await painted();
      observer.disconnect();
      between.sort((a, b) => a - b);
      return {
        frame: median(between),
        worst: between.at(-1) ?? 0,
        longTasks: long.length,
        longest: Math.max(0, ...long),
      };
    },
    rows: () => log().querySelectorAll('li').length,
  };
};
