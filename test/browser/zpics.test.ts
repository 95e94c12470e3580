import { it, expect } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { startDesk } from '../support/desk';
import { widgetOf } from '../support/widget';
const { browser, pages } = await setUp();
const cases: [string, object, object][] = [
  ['desk', {}, {}],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, {}],
  ['dark', { colorScheme: 'dark' }, { messenger: { theme: { scheme: 'dark' }, description: 'We answer in minutes' } }],
  ['rtl', { locale: 'ar' }, { messenger: { canUserSeeConversationList: true } }],
];
for (const [name, context, settings] of cases)
  it(name, async () => {
    const desk = await startDesk({ settings });
    const opened = await openPage(browser, context as never);
    const { page } = opened;
    const held: any[] = [];
    await page.route(/\/porch\/messenger\./, (route) => void held.push(route));
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
    const l = page.locator('[data-porch] button').first();
    await l.click();
    await page.waitForTimeout(700);
    await page.screenshot({ path: `/tmp/pics/${name}-0.png` });
    const box = page.frameLocator('iframe.card').locator('textarea').first();
    await box.fill('Hello, is anybody there?');
    await box.press('Enter');
    await box.fill('Second message, a bit longer than the first one so that it wraps in its bubble');
    await box.press('Enter');
    await box.fill('half');
    await page.screenshot({ path: `/tmp/pics/${name}-1.png` });
    await page.unrouteAll();
    await page.frameLocator('iframe.card').locator('[role=log]').first().waitFor();
    await page.waitForTimeout(150);
    await page.screenshot({ path: `/tmp/pics/${name}-2.png` });
    await page.waitForTimeout(1500);
    await page.screenshot({ path: `/tmp/pics/${name}-3.png` });
    expect(1).toBe(1);
    await opened.close();
    await desk.close();
  });
