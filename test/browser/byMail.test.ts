import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADDRESS, answerTo, headerOf } from '../support/answeredMail';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { DOVECOT, placeOf, startDovecot } from '../support/dovecot';
import { messageLog, openInbox, replyField } from '../support/inboxPage';
import { mailSettings, startMailServer } from '../support/mailServer';
import { forThisFile, setUp } from '../support/setUp';
import { addKey, createSunshineClient } from '../support/sunshineClient';
import { startReceiver } from '../support/webhookReceiver';
import { conversationWith, textsAt, widgetOf } from '../support/widget';

const smtp = await forThisFile(startMailServer());
const dovecot = DOVECOT ? await forThisFile(startDovecot()) : undefined;
const { browser, desk } = await setUp({
  webhookHosts: ['127.0.0.1'],
  replies: dovecot && { place: placeOf(dovecot) },
  settings: {
    messenger: { title: 'Shoe shop' },
    email: { ...mailSettings(smtp.url), page: 'https://shop.example/', offerAfter: 86_400, sendAfter: 1 },
  },
});

/** All that is said, in order. */
const SAID = {
  asked: 'Where is my parcel?',
  byBot: 'I am a bot. A colleague is on the way.',
  byAgent: 'It ships today.',
  byMail: 'Thank you!\n\nCan the bot tell me when it arrives?',
  byBotAgain: 'On Friday.',
  atLast: 'Great.',
};

/** The texts of a log, as it shows them. */
const shown = (log: Locator): Promise<string[]> =>
  log.evaluate((element, texts) => {
    const all = (element as HTMLElement).innerText.replace(/\s+/g, ' ');
    const places = texts.flatMap((text) => {
      const wanted = text.replace(/\s+/g, ' ');
      const found: { at: number; text: string }[] = [];
      for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) found.push({ at, text });
      return found;
    });
    return places.sort((a, b) => a.at - b.at).map(({ text }) => text);
  }, Object.values(SAID));

describe.skipIf(!dovecot)('a conversation in the page, with a bot, an agent and by mail', () => {
  it('has every message once, in order, on every side', async () => {
    const heard: { text: string; by: string }[] = [];
    const { origin: target } = await forThisFile(
      startReceiver(({ payload: { message } }) =>
        heard.push({ text: message.content.text ?? '', by: message.author.type }),
      ),
    );
    const api = createSunshineClient(desk.origin, await addKey(desk.store));
    const { integration } = await api.IntegrationsApi.createIntegration(desk.appId, {
      type: 'custom',
      displayName: 'Order bot',
      webhooks: [{ target, triggers: ['conversation:message'] }],
    });
    await desk.store.transaction(async (tx) => {
      const made = await tx.integrationById(integration.id);
      if (made) await tx.putIntegration({ ...made, answersFirst: true });
    });

    // The visitor and the bot.
    const { page } = await openPage(browser, { at: `${desk.origin}/` });
    const widget = widgetOf(page);
    await widget.open();
    await widget.say(SAID.asked);
    const id = await conversationWith(desk, SAID.asked);
    await expect.poll(() => heard.map(({ text }) => text)).toEqual([SAID.asked]);
    const say = (text: string): Promise<unknown> =>
      api.MessagesApi.postMessage(desk.appId, id, {
        author: { type: 'business', displayName: 'Order bot' },
        content: { type: 'text', text },
      });
    await say(SAID.byBot);
    await widget.message(SAID.byBot).waitFor();
    await api.SwitchboardActionsApi.passControl(desk.appId, id, { switchboardIntegration: 'next' });

    // The visitor leaves, and an agent answers.
    const { conversation } = (await agent(desk)('GET', `/conversations/${id}`)).body;
    const { appUserId } = conversation.visitor;
    await desk.store.transaction((tx) => tx.updateUser(appUserId, { profile: { email: ADDRESS } }));
    await page.goto('about:blank');
    const { page: inbox } = await openInbox(browser, desk, {}, { name: 'Ada' });
    await inbox.goto(`${desk.origin}/agent#conversation=${id}`);
    await messageLog(inbox).getByText(SAID.byBot).waitFor();
    await replyField(inbox).fill(SAID.byAgent);
    await replyField(inbox).press('Enter');
    await expect.poll(() => textsAt(desk, id)).toContain(SAID.byAgent);
    const sent = async (): Promise<number> => {
      await desk.mailRound();
      return smtp.received.length;
    };
    await expect.poll(sent).toBe(1);
    const [mail] = smtp.received;
    expect(mail?.text).toContain(SAID.byAgent);
    expect(mail?.text).not.toContain(SAID.byMail);

    // The bot again, and the visitor by mail.
    await api.SwitchboardActionsApi.passControl(desk.appId, id, { switchboardIntegration: integration.id });
    const about = {
      replyTo: headerOf(mail ?? { headers: '' }, 'Reply-To'),
      messageId: headerOf(mail ?? { headers: '' }, 'Message-ID'),
      references: headerOf(mail ?? { headers: '' }, 'References'),
      subject: headerOf(mail ?? { headers: '' }, 'Subject'),
    };
    const quote = (mail?.text ?? '').replace(/^/gm, '> ');
    const plain = `${SAID.byMail}\n\nOn Fri, Nov 27, 2026 at 10:02 AM Shoe shop <help@shop.example> wrote:\n\n${quote}`;
    const reply = answerTo(about, { plain });
    dovecot?.deliver(reply);
    dovecot?.deliver(reply);
    const taken = async (): Promise<string[] | undefined> => {
      await desk.readMail();
      return dovecot?.flags();
    };
    await expect.poll(taken).toEqual(['S', 'S']);
    await messageLog(inbox).getByText('Can the bot tell me when it arrives?').waitFor();
    await messageLog(inbox).getByText('Email', { exact: true }).waitFor();
    await expect
      .poll(() => heard.filter(({ by }) => by === 'user').map(({ text }) => text))
      .toContain(SAID.byMail);
    await say(SAID.byBotAgain);
    if (process.env.SHOTS) await inbox.screenshot({ path: `${process.env.SHOTS}/by-mail.png` });

    // The visitor comes back, to the window that was open.
    await page.goto(`${desk.origin}/`);
    await widget.message(SAID.byBotAgain).waitFor();
    await widget.say(SAID.atLast);
    await expect.poll(() => textsAt(desk, id)).toEqual(Object.values(SAID));
    await expect
      .poll(() => heard.filter(({ by }) => by === 'user').map(({ text }) => text))
      .toEqual([SAID.asked, SAID.byMail, SAID.atLast]);
    await expect.poll(() => shown(widget.log)).toEqual(Object.values(SAID));
    await messageLog(inbox).getByText(SAID.atLast, { exact: true }).waitFor();
    expect(await shown(messageLog(inbox))).toEqual(Object.values(SAID));
  });
});
