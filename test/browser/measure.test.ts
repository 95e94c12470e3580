import { describe, expect, it } from 'vitest';
import { measure } from '../../scripts/porch-cost/measure/measure.mjs';
import { vitalsVisit } from '../../scripts/porch-cost/measure/vitals.mjs';
import { findChromium, findHeadlessShell } from '../../scripts/setup.mjs';
import { forThisFile } from '../support/forThis';
import { startHostPages } from '../support/hostPages';

const pages = await forThisFile(startHostPages());

/** How long the widget's script keeps the page busy, ms. */
const BUSY_MS = 60;
/** How long after the text box the log is there, ms. */
const LATER_MS = 100;

/** Draws a button, keeps 1 MiB of numbers, and moves the page's text once the page has been drawn. */
const WIDGET = `{
  const end = performance.now() + ${BUSY_MS};
  while (performance.now() < end);
  window.kept = Array.from({ length: 2 ** 17 }, (_, i) => i + 0.5);
  const root = document.createElement('my-widget');
  const button = document.createElement('button');
  button.textContent = 'Open';
  root.attachShadow({ mode: 'open' }).append(button);
  button.onclick = () => import('/card.js');
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
    document.body.prepend(document.createElement('hr'));
    document.querySelector('hr').setAttribute('style', 'height: 200px');
    document.body.append(root);
  })), 200);
}`;

/** Draws a frame with a text box that takes no focus, and something that is there a moment later. */
const CARD = `const frame = document.createElement('iframe');
document.body.append(frame);
frame.contentDocument.body.append(frame.contentDocument.createElement('textarea'));
setTimeout(() => frame.contentDocument.body.append(Object.assign(frame.contentDocument.createElement('p'), { id: 'log', textContent: 'Hello' })), ${LATER_MS});`;

const TEXT = '<!doctype html><link rel="icon" href="data:,"><p>A page</p>';
const WITH_WIDGET = `${TEXT}<script src="/widget.js"></script>`;
/** With its length told, a body needs no framing of its own, which would count. */
const asScript = (text: string) => ({
  'Content-Type': 'text/javascript',
  'Content-Length': String(text.length),
});

pages.serve(WIDGET, asScript(WIDGET), '/widget.js');
pages.serve(CARD, asScript(CARD), '/card.js');

describe('the measurer', () => {
  it('finds the bytes, states, work, memory and refusals of a widget where all are known', async () => {
    const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:";
    const subject = {
      name: 'tiny',
      url: pages.serve(WITH_WIDGET),
      aloneUrl: pages.serve(TEXT),
      policyUrl: pages.serve(WITH_WIDGET, { 'Content-Security-Policy': policy }),
      launcher: ['my-widget', 'button'],
      card: [['iframe', '#log']],
    };
    // Each of its visits starts a browser, which takes the shell a third of the time.
    const machine = { executable: findHeadlessShell() ?? findChromium() ?? '', quietMs: 250 };
    const { cold, hovered, heap, vitals, policy: refused } = await measure(subject, machine, { runs: 1 });

    const widget = { bytes: WIDGET.length, requests: 1 };
    const both = { bytes: WIDGET.length + CARD.length, requests: 2 };
    expect(cold).toMatchObject({ loader: widget, writing: both, card: both, wrote: true, kept: true });
    expect(cold.before).toEqual({ ...widget, frames: 0 });
    expect(cold.all).toEqual({ ...both, frames: 1 });
    expect(hovered).toMatchObject({ before: { ...widget, frames: 0 }, wrote: true, kept: true });

    expect(cold.launcherTime).toBeGreaterThan(200 + BUSY_MS);
    expect(cold.script).toBeGreaterThan(BUSY_MS * 0.95);
    expect(cold.longest).toBeGreaterThan(BUSY_MS * 0.95);
    expect(cold.clickToWriting).toBeGreaterThan(0);
    // A busy machine sees the text box late, but the log never sooner than it is there.
    expect(cold.clickToCard).toBeGreaterThanOrEqual(cold.clickToWriting);
    expect(cold.clickToCard).toBeGreaterThanOrEqual(LATER_MS);
    expect(cold.shiftPage).toBeGreaterThan(0);

    const mib = (bytes = 0) => bytes / 2 ** 20;
    expect(mib(heap?.closed)).toBeGreaterThan(0.99);
    expect(mib(heap?.closed)).toBeLessThan(1.2);
    expect(mib(heap?.open)).toBeGreaterThan(mib(heap?.closed));
    expect(vitals?.with.cls).toBeGreaterThan(0);
    expect(vitals?.alone).toMatchObject({ cls: 0 });
    expect(refused).toEqual({
      launcher: true,
      wrote: true,
      card: true,
      blocked: { 'style-src-attr': expect.any(Number) },
    });
  });

  it('finds when the page’s largest content is painted, which the headless shell does not tell', async () => {
    const machine = { executable: findChromium() ?? '', quietMs: 250 };
    expect((await vitalsVisit({ url: pages.serve(TEXT) }, machine)).lcp).toBeGreaterThan(0);
  });
});
