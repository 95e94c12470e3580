import { describe, expect, it } from 'vitest';
import { MOVING, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { fixture } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

type Given = { at?: Desk; tag?: string; HEAD?: string; policy?: string };

/** A page with the tag that has everything in it. @param tag the end of its address, and attributes */
const address = ({ at = desk, tag = '"', HEAD = '', policy }: Given = {}): string => {
  const html = fixture('plain.html', { DESK: at.origin, HEAD });
  const headers = policy ? { 'Content-Security-Policy': policy } : undefined;
  return pages.serve(
    html.replace('porch.js"', () => `porch.now.js${tag}`),
    headers,
  );
};

/** Opens such a page. @returns what it loaded until its launcher was drawn */
const visit = async (given: Given, ...expectedProblems: RegExp[]) => {
  const opened = await openPage(browser, { expectedProblems });
  const { page } = opened;
  const traffic = watchTraffic(page, given.at?.origin ?? desk.origin);
  const widget = await widgetAt(page, address(given));
  await page.locator('[data-porch] button.l').waitFor();
  await traffic.settled();
  return { ...opened, widget, traffic };
};

const ONE = ['GET /porch/porch.now.js'];

describe('a tag with everything before intent in its file', () => {
  it('loads nothing else, adds no global but zE and zEmbed, and carries a conversation (start-18)', async () => {
    const { page, traffic } = await visit({});
    expect(traffic.requests()).toEqual(ONE);
    const [one] = await traffic.loaded();
    expect(one).toMatchObject({ status: 200, encoding: 'br' });
    expect(one?.bytes).toBeLessThanOrEqual(5_680);
    expect(page.frames()).toHaveLength(1);
    expect(await page.evaluate(() => Object.keys(window).filter((name) => /porch/i.test(name)))).toEqual([]);
    await roundTrip(desk, page);
    expect(traffic.requests().filter((request) => /config$|launcher/.test(request))).toEqual([
      'GET /sc/sdk/v2/integrations/web/config',
    ]);
    await page.reload();
    await widgetOf(page)
      .log.getByText(/^Answer \d+$/)
      .waitFor();
  });

  it('has the configuration of the visitor’s language, or of the one that its address names', async () => {
    const { widget, traffic } = await visit({ tag: '?locale=de"' });
    expect(traffic.requests()).toEqual(ONE);
    expect(await widget.page.getByRole('button', { name: 'Nachrichtenfenster öffnen' }).count()).toBe(1);
  });

  const OTHERS: Record<string, Given> = {
    'by a key of its own': { tag: '" data-key="k"' },
    'by a locale that it sets': {
      HEAD: "<script>zE=(...a)=>zE.q.push(a);zE.q=[['messenger:set','locale','de']]</script>",
    },
    'by a host that it names': {
      HEAD: `<script>zESettings={zendeskHost:'${desk.origin.replace('127.0.0.1', 'localhost')}'}</script>`,
    },
    'as a preview': { tag: '" data-preview' },
  };
  for (const [how, given] of Object.entries(OTHERS)) {
    it(`asks for the configuration where the page wants another, ${how} (start-18)`, async () => {
      const { page } = await openPage(browser);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(/^.*\//, '')));
      await page.goto(address(given));
      await page.locator('[data-porch] button.l').waitFor();
      expect(asked.filter((name) => /config|launcher/.test(name))).toEqual(['config']);
    });
  }

  for (const file of ['brokenGlobals.js', 'prototypeLike.js']) {
    it(`works on a page with the scripts of ${file}`, async () => {
      const opened = await openPage(browser, MOVING);
      await opened.page.goto(address({ HEAD: `<script>${fixture(file)}</script>` }));
      await roundTrip(desk, opened.page);
    });
  }

  it('works under a strict policy with Trusted Types that allow no policy at all', async () => {
    const policy = `default-src 'none'; script-src ${desk.origin}; style-src 'self'; img-src data:; connect-src ${desk.origin} ${desk.origin.replace('http', 'ws')}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const { page } = await visit({ policy }, /^Creating a TrustedTypePolicy /, /^trusted-types: /);
    await roundTrip(desk, page);
  });

  it('runs nothing of the launcher where the configuration has none, and shows the window when asked', async () => {
    const bare = await forThisFile(startDesk({ settings: { messenger: { launcher: { shape: 'none' } } } }));
    const { page } = await openPage(browser);
    const traffic = watchTraffic(page, bare.origin);
    await page.goto(address({ at: bare }));
    await page.waitForFunction(() => 'zE' in window);
    await traffic.settled();
    expect(traffic.requests()).toEqual(ONE);
    expect(await page.locator('[data-porch]').count()).toBe(0);
    await page.evaluate("zE('messenger', 'open')");
    await widgetOf(page).composer.waitFor();
  });

  it('draws a launcher with a label, whose file it loads as the other tag does', async () => {
    const settings = { messenger: { launcher: { text: 'Ask us', shape: 'circle' } } };
    const labelled = await forThisFile(startDesk({ settings }));
    const { page } = await visit({ at: labelled });
    await page.locator('[data-porch]').getByText('Ask us').waitFor();
  });
});
