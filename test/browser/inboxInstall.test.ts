import { describe, expect, it } from 'vitest';
import { openInbox, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

type Manifest = {
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; purpose: string }[];
};

describe('the inbox as an app', () => {
  it('can be installed: its manifest and icons are as Chromium wants them', async () => {
    const { page } = await openInbox(browser, desk);
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${desk.origin}/agent/manifest.webmanifest`, []]);
    const manifest = JSON.parse(data ?? '') as Manifest;
    expect(manifest).toMatchObject({ display: 'standalone', start_url: './', scope: './' });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);

    const answer = await page.request.get(url);
    expect(answer.headers()['content-type']).toBe('application/manifest+json');
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of manifest.icons) {
      const icon = await page.request.get(new URL(src, url).href);
      expect(icon.headers()['content-type']).toBe('image/png');
      const bytes = await icon.body();
      expect(bytes.length, src).toBeLessThan(16_000);
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  it('leaves the notch and the bars of a phone free', async () => {
    const { page } = await openInbox(browser, desk, { viewport: { width: 390, height: 844 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { top: 47, bottom: 34, left: 0, right: 0 },
    });
    await rows(page).first().or(page.getByText('No open conversations')).waitFor();
    const box = await page.locator('.list-pane').boundingBox();
    expect(box).toMatchObject({ y: 47, height: 844 - 47 - 34 });
    await page.goto(`${desk.origin}/agent/#page=account`);
    const header = page.locator('.account > .pane-header');
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(47);
  });
});
