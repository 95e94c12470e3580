import axe from 'axe-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { startMailServer } from '../support/mailServer';
import { forThisFile, setUp } from '../support/setUp';
import { widgetAt } from '../support/widget';

const mail = await forThisFile(startMailServer());
const { browser, desk } = await setUp({
  settings: {
    messenger: { title: 'Shoe shop' },
    email: { enabled: true, smtpUrl: mail.url, from: 'desk@shop.example', page: 'https://shop.example/' },
  },
});
const PICTURES = process.env.RATING_PICTURES;

it('a visitor gets the transcript by email, by keyboard, again after a failure', async () => {
  const { page } = await openPage(browser, {
    viewport: { width: 390, height: 760 },
    expectedProblems: [/502/, /The transcript was not sent/],
  });
  const { open, say, frame } = await widgetAt(page, `${desk.origin}/`);
  await open();
  await say('Do you have boots?');
  mail.refuse = true;
  await frame.getByRole('button', { name: 'Options' }).press('Enter');
  const item = frame.getByRole('menuitem', { name: 'Email transcript' });
  await item.waitFor();
  // Before that, it would be an email of a stranger's own words.
  expect(await item.getAttribute('aria-disabled')).toBe('true');
  const ask = agent(desk);
  const id = (await ask('GET', '/conversations')).body.conversations[0]?._id;
  await ask('POST', `/conversations/${id}/messages`, { text: 'Yes, we do', name: 'Ada' });
  await expect.poll(() => item.getAttribute('aria-disabled')).not.toBe('true');
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/mail-menu.png` });
  await item.press('Enter');
  const panel = frame.getByRole('dialog', { name: 'Email transcript' });
  await panel.waitFor();
  await page.keyboard.type('ana@customer.example');
  await page.keyboard.press('Enter');
  await panel.getByText('That didn’t work.').waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/mail-failed.png` });
  const content = await (await panel.elementHandle())?.ownerFrame();
  await content?.evaluate(axe.source);
  expect(
    await content?.evaluate(
      `axe.run(document.querySelector('[role=dialog]')).then(({ violations }) => violations.map(({ id }) => id))`,
    ),
  ).toEqual([]);
  mail.refuse = false;
  await panel.getByRole('button', { name: 'Try again' }).press('Enter');
  await panel.getByText('The transcript is on its way.').waitFor();
  expect(mail.received.map(({ to, text }) => [to, text.includes('Do you have boots?')])).toEqual([
    [['ana@customer.example'], true],
  ]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/mail-sent.png` });
  await page.keyboard.press('Enter');
  await panel.waitFor({ state: 'detached' });
});
