import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent, createVisitor, sendText } from '../support/deskClient';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { runTranslator, TRANSLATORS, type TranslatorPage } from '../support/translator';
import { conversationWith, replyAs, widgetAt } from '../support/widget';

const { browser, desk, pageWith } = await setUp();
const address = pageWith();

const showOriginal = async (page: Page) => {
  for (const frame of page.frames())
    await frame.evaluate(() =>
      (window as unknown as { translator: TranslatorPage }).translator.showOriginal(),
    );
};

describe.each(Object.entries(TRANSLATORS))('with a translator that %s', (name, way) => {
  it('a visitor sees each state of the conversation once, in its order (locale-12)', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(runTranslator, way);
    const { log, open, frame, composer } = await widgetAt(page, address);
    const says = (text: string) => expect.poll(() => frame.locator('body').innerText()).toContain(text);
    const lacks = (text: string) => expect.poll(() => frame.locator('body').innerText()).not.toContain(text);
    const first = `HELLO, ${name.toUpperCase()}`;
    await open();
    await composer.fill(first);
    await composer.press('Enter');
    await says(first);
    await says('SENT');
    await lacks('SENDING');

    const id = await conversationWith(desk, first);
    const act = (type: string) => agent(desk)('POST', `/conversations/${id}/activity`, { type });
    await act('conversation:read');
    await says('SEEN');
    await lacks('SENT');
    await act('typing:start');
    await says('IS TYPING');
    await replyAs(desk, id, 'How can I help?');
    await says('HOW CAN I HELP?');
    await lacks('IS TYPING');
    await composer.fill('MEND THIS');
    await composer.press('Enter');
    await says('MEND THIS');
    await says('SENT');
    const texts = (await log.innerText()).split('\n');
    expect(texts.filter((text) => [first, 'HOW CAN I HELP?', 'MEND THIS'].includes(text))).toEqual([
      first,
      'HOW CAN I HELP?',
      'MEND THIS',
    ]);

    await showOriginal(page);
    await says('How can I help?');
    await says('Sent');
    await act('conversation:read');
    await says('Seen');
    await lacks('Sent');
    expect(await log.innerText()).not.toMatch(/HOW CAN|SE(NT|EN)/);
  });

  it('an agent sees each state of the conversation once', async () => {
    const visitor = await createVisitor(desk, { properties: { name: `Ana, ${name}` } });
    await sendText(visitor, `Do you mend boots, ${name}?`);
    const { page } = await openInbox(browser, desk);
    await page.addInitScript(runTranslator, way);
    await page.reload();
    await rows(page).first().click();
    const log = messageLog(page);
    await expect.poll(() => log.innerText()).toContain('DO YOU MEND BOOTS');
    await replyField(page).fill('Yes, we do');
    await page.getByRole('button', { name: 'Send reply' }).click();
    await expect.poll(() => log.innerText()).toContain('SENT');
    await visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
      author: { role: 'appUser', appUserId: visitor.id },
      activity: { type: 'conversation:read' },
    });
    await expect.poll(() => log.innerText()).toContain('SEEN');
    expect(await log.innerText()).not.toMatch(/SENT|SENDING|DELIVERED/);
    await showOriginal(page);
    await expect.poll(() => log.innerText()).toContain('Seen');
  });
});
