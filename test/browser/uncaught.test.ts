import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture, startHostPages } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { takeUncaught } from '../support/uncaught';
import { widgetOf } from '../support/widget';

const elsewhere = await forThisFile(startHostPages());
const { browser, desk, pages, pageWith } = await setUp();

describe('an unhandled rejection fails a browser test', () => {
  it('in the page and in any of its frames', async () => {
    const opened = await openPage(browser, { expectedProblems: [/rejected in frame/] });
    const { page } = opened;
    await page.goto(pageWith());
    await widgetOf(page).open();
    const frames = page.frames();
    // The page, and the window, in which the messenger runs.
    expect(frames.length).toBeGreaterThanOrEqual(2);
    for (const [i, frame] of frames.entries()) {
      await frame.evaluate((n) => void Promise.reject(new Error(`rejected in frame ${n}`)), i);
      await expect.poll(() => opened.problems.pageErrors.length).toBe(i + 1);
    }
    expect(takeUncaught()).toEqual(frames.map((_, i) => expect.stringContaining(`rejected in frame ${i}`)));
  });

  it('in a script of another origin, whose rejections the page cannot observe', async () => {
    const opened = await openPage(browser, { expectedProblems: [/rejected elsewhere/] });
    const { page } = opened;
    const script = elsewhere.serve("void Promise.reject(new Error('rejected elsewhere'))", {
      'Content-Type': 'text/javascript',
    });
    const HEAD = `<script>
      told = 0;
      addEventListener('unhandledrejection', () => told++);
    </script><script src="${script.replace('localhost', '127.0.0.1')}"></script>`;
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD })));
    await expect.poll(() => opened.problems.pageErrors.length).toBe(1);
    expect(takeUncaught()).toEqual([expect.stringContaining('rejected elsewhere')]);
    expect(await page.evaluate('told')).toBe(0);
  });

  it('and so does an exception', async () => {
    const opened = await openPage(browser, { expectedProblems: [/thrown/] });
    const { page } = opened;
    await page.goto(pageWith());
    await page.evaluate("void setTimeout(() => { throw new Error('thrown') })");
    await expect.poll(() => opened.problems.pageErrors.length).toBe(1);
    expect(takeUncaught()).toEqual([expect.stringContaining('thrown')]);
  });
});
