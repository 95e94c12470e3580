import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

/** The policy from docs/policy.md, adapted to this desk. */
const policy = (): string => {
  const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
  const [, value = ''] = /^Content-Security-Policy: (default-src .+)$/m.exec(page) ?? [];
  return value
    .replaceAll('https://desk.example', desk.origin)
    .replaceAll('wss://desk.example', desk.origin.replace('http', 'ws'));
};

it('text, pictures, uploads, avatars and emoji work under the documented policy, and isolated across origins', async () => {
  expect(policy()).toContain("default-src 'none'");
  // The browser requests the page's icon by itself.
  const { page } = await openPage(browser, { possibleProblems: [/favicon/] });
  await page.goto(
    pages.serve(`<!doctype html><script src="${desk.origin}/porch/porch.js"></script>`, {
      'Content-Security-Policy': policy(),
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
  // The window that was open opens again by itself.
  await message('I see it').waitFor();
  // The desk's picture, and the agent's in the header and at their name, have loaded.
  await expect
    .poll(() =>
      frame.locator('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true, true]);
});
