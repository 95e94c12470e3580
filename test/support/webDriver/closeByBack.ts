import { expect } from 'vitest';
import type { HostPages } from '../hostPages';
import type { Driver } from './driver';
import { widgetIn } from './widgetIn';

/** The page of a router: it hears of moves, and begins at the top after each. */
const ROUTER = `<script>
  window.heard = [];
  if (!history.state) history.replaceState('first', '');
  addEventListener('popstate', ({ state }) => { heard.push(state); scrollTo(0, 0) });
  addEventListener('scroll', () => heard.push(scrollY));
</script><style>body { min-height: 4000px }</style>`;

/** Closes a window that fills the screen by the browser's Back, as a visitor with a phone. */
export const closeByBack = async (driver: Driver, pages: HostPages, html: string): Promise<void> => {
  const widget = widgetIn(driver);
  const { run } = driver;
  const go = (steps: number) => run(`history.go(${steps})`);
  const call = (name: string) => run(`zE('messenger', '${name}')`);
  const isOpen = (open: boolean) => expect.poll(widget.isOpen).toBe(open);
  const hasEntry = (has: boolean) => expect.poll(widget.hasEntry).toBe(has);
  const state = () => run<unknown[]>('return [...heard, history.state]');

  await driver.goto(pages.serve('<title>Before</title>'));
  await run('localStorage.clear(); sessionStorage.clear()');
  await driver.goto(pages.serve(html.replace('</head>', `${ROUTER}</head>`)));
  await run(`history.pushState('second', '', '#second'); scrollTo(0, 900)`);
  await expect.poll(state).toEqual([900, 'second']);
  await widget.tap();
  await widget.hasCard();
  await hasEntry(true);
  await go(-1);
  await isOpen(false);
  await go(1);
  await isOpen(true);
  await hasEntry(true);
  await call('close');
  await hasEntry(false);
  await isOpen(false);
  await call('open');
  await hasEntry(true);
  await go(-1);
  await isOpen(false);
  expect(await state()).toEqual([900, 'second']);
  await go(-1);
  await expect.poll(state).toContain('first');
  await go(1);
  await expect.poll(async () => (await state()).at(-1)).toBe('second');
  // Back, pressed twice at once: WebKit makes one move of two in a script.
  await call('open');
  await hasEntry(true);
  await go(-1);
  await go(-1);
  await isOpen(false);
  await expect.poll(async () => (await state()).at(-1)).toBe('first');
  await call('open');
  await hasEntry(true);
  await driver.reload();
  await isOpen(true);
  await hasEntry(true);
  await go(-1);
  await isOpen(false);
  expect(await state()).toEqual(['first']);
  expect(await widget.problems()).toEqual([]);
};
