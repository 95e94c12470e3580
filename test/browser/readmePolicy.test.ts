import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, panelLink, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

/** The policy from docs/policy.md that begins with this directive, adapted to this desk. */
const policy = (directive: string): string => {
  const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
  const [, value = ''] = new RegExp(`^Content-Security-Policy: (${directive} .+)$`, 'm').exec(page) ?? [];
  return value
    .replaceAll('https://desk.example', desk.origin)
    .replaceAll('wss://desk.example', desk.origin.replace('http', 'ws'));
};

it('text, pictures, uploads, avatars and emoji work under the documented policy, and isolated across origins', async () => {
  expect(policy('default-src')).toContain("default-src 'none'");
  // The browser requests the page's icon unasked.
  const { page } = await openPage(browser, { possibleProblems: [/favicon/] });
  await page.goto(
    pages.serve(`<!doctype html><script src="${desk.origin}/porch/porch.js"></script>`, {
      'Content-Security-Policy': policy('default-src'),
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    }),
  );
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const { open, say, frame, message } = widgetOf(page);
  await open();
  await say('Under the policy');
  const id = await conversationWith(desk, 'Under the policy');
  await frame.getByRole('button', { name: 'Add emoji' }).click();
  await frame.getByRole('dialog').or(frame.getByRole('grid')).first().waitFor();
  await page.keyboard.press('Escape');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    frame.getByRole('button', { name: 'Upload file' }).click(),
  ]);
  await chooser.setFiles([{ name: 'dent.png', mimeType: 'image/png', buffer: Buffer.from(png(320, 180)) }]);
  // A picture that the desk does not have yet would not survive the reload.
  await frame.getByRole('button', { name: 'Enlarge image' }).waitFor();
  await replyAs(desk, id, 'I see it', { name: 'Ada', avatarUrl: `${desk.origin}/icon.svg` });
  await message('I see it').waitFor();
  await page.reload();
  // The window that was open opens again without a click.
  await message('I see it').waitFor();
  // The desk's picture, and the agent's in the header and at their name, have loaded.
  await expect
    .poll(() =>
      frame.locator('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true, true]);
});

it('the documented limit blocks what other servers hold, and shows its text, letter or message instead', async () => {
  const limit = policy('img-src');
  expect(limit).toMatch(/img-src .*; frame-src /);
  const elsewhere = pages.origin.replace('localhost', '127.0.0.1');
  const { page } = await openPage(browser, { expectedProblems: [/img-src/, /frame-src/] });
  await page.goto(
    pages.serve(
      `<!doctype html><link rel="icon" href="data:,"><script src="${desk.origin}/porch/porch.js"></script>`,
      {
        'Content-Security-Policy': limit,
      },
    ),
  );
  const { open, say, frame } = widgetOf(page);
  await open();
  await say('Under the limit');
  const id = await conversationWith(desk, 'Under the limit');
  const picture = `${elsewhere}/boots.png`;
  await replyAs(desk, id, 'These?', {
    type: 'image',
    mediaUrl: picture,
    mediaType: 'image/png',
    altText: 'Brown boots',
    name: 'Ada',
    avatarUrl: picture,
  });
  await frame.getByText('Brown boots').waitFor();
  await expect.poll(() => frame.locator(`img[src="${picture}"]`).count()).toBe(0);
  await replyAs(desk, id, 'Choose.', {
    actions: [
      {
        type: 'webview',
        text: 'Choose',
        uri: `${elsewhere}/times`,
        fallback: `${elsewhere}/times`,
        size: 'tall',
      },
    ],
  });
  await panelLink(frame, 'Choose').click();
  await page
    .frameLocator('iframe[title="Conversation extension"][data-card]')
    .getByText('This page couldn’t be loaded.')
    .waitFor();
});
