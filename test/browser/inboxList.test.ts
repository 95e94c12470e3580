import { expect, it } from 'vitest';
import { createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

const visitorOf = async (name: string, text: string): Promise<void> => {
  const visitor = await createVisitor(desk, { properties: { name } });
  await sendText(visitor, text);
};

it('the row of the open conversation stays in sight when an answer moves it to the top of a long list', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `Visitor ${at}`);
  for (const name of names) await visitorOf(name, `Hello from ${name}`);
  const { page } = await openInbox(browser, desk);
  const row = rows(page).filter({ hasText: 'Hello from Visitor 0' });
  await row.scrollIntoViewIfNeeded();
  const list = page.getByRole('list', { name: 'Conversations' });
  expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await row.click();
  await messageLog(page).getByText('Hello from Visitor 0').waitFor();
  await replyField(page).fill('Hello back');
  await page.keyboard.press('Enter');
  const open = list.locator('[aria-current=true]');
  await open.filter({ hasText: 'Hello back' }).waitFor();
  const isSeen = async (): Promise<boolean> => {
    const [inner, outer] = [await open.boundingBox(), await list.boundingBox()];
    if (!inner || !outer) return false;
    return inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
  };
  await expect.poll(isSeen).toBe(true);
});

it('the address of a search is restored by a reload and by Back', async () => {
  await visitorOf('Dora', 'My kettle whistles');
  const { page } = await openInbox(browser, desk);
  await rows(page).first().waitFor();
  const all = await rows(page).count();
  await page.getByRole('searchbox').fill('kettle');
  await page.locator('.row mark').first().waitFor();
  expect(new URL(page.url()).hash).toBe('#search=kettle');
  await page.reload();
  await page.locator('.row mark').first().waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('kettle');
  expect(await rows(page).count()).toBe(1);
  await rows(page).first().click();
  await messageLog(page).getByText('My kettle whistles').waitFor();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => rows(page).count()).toBe(all);
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});
