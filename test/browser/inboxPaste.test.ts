import { expect, it } from 'vitest';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

it('formatted text is pasted where the caret is, taken back by Ctrl+Z, and arrives formatted', async () => {
  const visitor = await createVisitor(desk, { properties: { name: 'Ana' } });
  await sendText(visitor, 'How do I begin?');
  const { page } = await openInbox(browser, desk);
  await rows(page).first().click();
  await replyField(page).fill('Please .');
  await replyField(page).press('ArrowLeft');
  await replyField(page).evaluate((area) => {
    const data = new DataTransfer();
    data.setData('text/html', 'read <a href="https://shop.example/guide">the <b>guide</b></a>');
    data.setData('text/plain', 'read the guide');
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const pasted = 'Please read [the **guide**](https://shop.example/guide).';
  expect(await replyField(page).inputValue()).toBe(pasted);
  await page.keyboard.press('Control+z');
  await expect.poll(() => replyField(page).inputValue()).toBe('Please .');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => replyField(page).inputValue()).toBe(pasted);
  await page.keyboard.press('Enter');
  const link = messageLog(page).getByRole('link', { name: 'the guide' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://shop.example/guide');
});
