import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { faintTexts } from '../support/faintTexts';
import { fixture } from '../support/hostPages';
import { forThisTest, setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, pages } = await setUp();

describe('the theme on a page', () => {
  const visit = async (messenger: object, scheme?: 'dark' | 'light', ...expectedProblems: RegExp[]) => {
    const own = await forThisTest(startDesk({ settings: { messenger } }));
    const opened = await openPage(browser, { expectedProblems });
    if (scheme) await opened.page.emulateMedia({ colorScheme: scheme });
    await opened.page.goto(pages.serve(fixture('plain.html', { DESK: own.origin })));
    const widget = widgetOf(opened.page);
    const colors = () =>
      widget.frame.locator('body').evaluate((body) => {
        const header = body.querySelector('header') as Element;
        const of = (e: Element) => getComputedStyle(e).backgroundColor;
        return [of(body), of(header), getComputedStyle(body.ownerDocument.documentElement).colorScheme];
      });
    const set = (value: unknown) =>
      opened.page.evaluate(
        (v) =>
          (window as unknown as { zE: (...a: unknown[]) => void }).zE('messenger:set', 'customization', v),
        value,
      );
    return { ...opened, widget, colors, set };
  };

  it('loads nothing more for three colours, and colours the header', async () => {
    const { widget, colors, page } = await visit({
      color: { primary: '#003057', message: '#0a5c8a', action: '#c8102e' },
    });
    await widget.open();
    expect(await colors()).toEqual(['rgb(255, 253, 250)', 'rgb(0, 48, 87)', 'normal']);
    const loaded = await page.evaluate(() =>
      [...(document.querySelector('[data-porch]')?.shadowRoot?.querySelectorAll('iframe') ?? [])].flatMap(
        (f) => (f.contentWindow as Window).performance.getEntriesByType('resource').map((e) => e.name),
      ),
    );
    expect(loaded.filter((name) => name.includes('/messenger.'))).toHaveLength(1);
    expect(loaded.filter((name) => name.includes('/appearance.'))).toEqual([]);
  });

  it('changes at once with a call, reports the mistake of another, and follows the system', async () => {
    const { widget, colors, set, page, problems } = await visit(
      { labels: { composer_label: 'Ask the bank' } },
      'light',
      /theme\.primary must be/,
    );
    await widget.launcher.click();
    await widget.frame.getByRole('textbox', { name: 'Ask the bank' }).waitFor();
    await set({
      theme: { primary: 'rgb(1, 2, 3)', scheme: 'auto' },
      labels: { composer_label: '<b>Now</b>' },
    });
    await expect.poll(colors).toEqual(['rgb(255, 253, 250)', 'rgb(1, 2, 3)', 'light']);
    await widget.frame.getByRole('textbox', { name: '<b>Now</b>' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colors).toEqual(['rgb(26, 24, 22)', 'rgb(1, 2, 3)', 'dark']);
    expect(problems.consoleErrors).toEqual([]);
    await set({ theme: { primary: 'red;}*{display:none}' } });
    await expect
      .poll(() => problems.consoleErrors.join())
      .toContain('theme.primary must be a hex or rgb color');
    expect(await colors()).toEqual(['rgb(26, 24, 22)', 'rgb(1, 2, 3)', 'dark']);
    const { problems: faint, texts } = await page.evaluate(faintTexts, 'iframe.card');
    expect(texts).toBeGreaterThan(2);
    expect(faint).toEqual([]);
  });
});
