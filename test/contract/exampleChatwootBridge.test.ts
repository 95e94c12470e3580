import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNT, INBOX, SECRET, startChatwoot, TOKEN } from '../support/chatwootStandIn';
import { sendText, type Visitor } from '../support/deskClient';
import { killPrograms, type Program } from '../support/exampleProgram';
import { forThisFile } from '../support/forThis';
import { startProgramDesk } from '../support/programDesk';
import { testBridge } from './bridgeSuite';

/** Chatwoot itself is not here: a stand-in made from its public contract is (test/support/chatwootStandIn.ts). */
describe('the example of a bridge to Chatwoot', async () => {
  const at = await forThisFile(
    startProgramDesk('chatwoot-bridge', { displayName: 'Support', answersFirst: false }),
  );
  const chatwoot = await forThisFile(startChatwoot(() => `http://127.0.0.1:${at.port}/chatwoot`));
  afterEach(() => {
    chatwoot.comeBack();
    killPrograms();
  });

  const startBridge = (): Promise<Program> =>
    at.startProgram({
      CHATWOOT_URL: chatwoot.origin,
      CHATWOOT_ACCOUNT: `${ACCOUNT}`,
      CHATWOOT_INBOX: `${INBOX}`,
      CHATWOOT_TOKEN: TOKEN,
      CHATWOOT_SECRET: SECRET,
    });
  /** The conversation in Chatwoot. */
  const placeOf = async ({ conversationId }: Visitor): Promise<number> => {
    const find = () => chatwoot.conversations().filter(({ sourceId }) => sourceId === conversationId);
    await expect.poll(find).toHaveLength(1);
    return find()[0]?.id ?? 0;
  };
  const copiesOf = async (visitor: Visitor) => chatwoot.messages(await placeOf(visitor));
  const expectCopied = (visitor: Visitor, copied: string[]) =>
    expect.poll(() => copiesOf(visitor)).toEqual(copied);

  testBridge({
    at,
    example: 'chatwoot-bridge',
    missing: 'Set CHATWOOT_TOKEN: the access token of an agent',
    startBridge,
    has: (id) => chatwoot.conversations().some(({ sourceId }) => sourceId === id),
    copiesOf,
    answer: async (visitor, content) => chatwoot.write(await placeOf(visitor), { content }),
    giveBack: async (visitor) => {
      await chatwoot.resolve(await placeOf(visitor));
      return [];
    },
    shown: {
      visitor: (text) => `incoming: ${text}`,
      colleague: (name, text) => `note: ${name}: ${text}`,
      person: 'outgoing',
    },
    reporter: 'note',
  });

  it('makes a contact and a conversation, and answers of what agents write', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Is it in stock?', 'In blue?');
    await expectCopied(visitor, ['incoming: Is it in stock?', 'incoming: In blue?']);
    const contact = chatwoot.contacts().find(({ identifier }) => identifier === visitor.id);
    expect(contact).toMatchObject({ name: 'Ada' });

    const place = await placeOf(visitor);
    await chatwoot.write(place, { content: 'Ask the shop', private: true });
    await chatwoot.write(place, { content: 'Yes, in blue' });
    const attachments = [{ id: 5, file_type: 'file', data_url: 'https://chatwoot.example/blue.pdf' }];
    await chatwoot.write(place, { content: 'See here', attachments });
    await expect
      .poll(async () => (await at.lines(visitor.conversationId)).slice(2))
      .toEqual(['Grace: Yes, in blue', 'Grace: See here', 'Grace: [file: blue.pdf]']);
    const { activeSwitchboardIntegration: active } = await at.conversation(visitor.conversationId);
    expect(active.name).toBe(at.integration.name);

    // What came from Chatwoot is not sent there again, and what the bridge wrote does not come back.
    await sendText(visitor, 'Thanks');
    await expect.poll(() => chatwoot.messages(place).at(-1)).toBe('incoming: Thanks');
    await chatwoot.settled();
    expect(chatwoot.messages(place)).toHaveLength(6);
    expect(await at.lines(visitor.conversationId)).toHaveLength(6);
    expect(await bridge.stop()).toBe(0);
  });

  it('makes one contact of a visitor with several conversations', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('First');
    await expectCopied(visitor, ['incoming: First']);
    const participants = [{ userId: visitor.id }];
    const made = await at.api.ConversationsApi.createConversation('porch', {
      type: 'personal',
      participants,
    });
    const second = { ...visitor, conversationId: made.conversation.id };
    await sendText(second, 'Second');
    await expectCopied(second, ['incoming: Second']);
    expect(chatwoot.contacts().filter(({ identifier }) => identifier === visitor.id)).toHaveLength(1);
    await bridge.stop();
  });

  it('finds the contact of a signed-in visitor by the email address, and of nobody else', async () => {
    const known = chatwoot.addContact({ name: 'Ada Byron', email: 'ada@shop.example' });
    const bridge = await startBridge();
    const profile = { givenName: 'Ada', email: 'Ada@shop.example' };
    const stranger = await at.visitor();
    await at.api.UsersApi.updateUser('porch', stranger.id, { profile });
    await sendText(stranger, 'I say I am Ada');
    const { user } = await at.api.UsersApi.createUser('porch', { externalId: 'ada', profile });
    const participants = [{ userId: user.id }];
    const made = await at.api.ConversationsApi.createConversation('porch', {
      type: 'personal',
      participants,
    });
    const signedIn = { ...stranger, id: user.id, conversationId: made.conversation.id };
    await at.api.MessagesApi.postMessage('porch', signedIn.conversationId, {
      author: { type: 'user', userId: user.id },
      content: { type: 'text', text: 'It is me' },
    });
    await expectCopied(stranger, ['incoming: I say I am Ada']);
    await expectCopied(signedIn, ['incoming: It is me']);
    const contactOf = async (visitor: Visitor) => {
      const place = await placeOf(visitor);
      return chatwoot.conversations().find(({ id }) => id === place)?.contactId;
    };
    expect(await contactOf(signedIn)).toBe(known.id);
    expect(await contactOf(stranger)).not.toBe(known.id);
    await bridge.stop();
  });

  it('takes a delivery once, however often it comes, and only with the signature of Chatwoot', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Hi');
    await expectCopied(visitor, ['incoming: Hi']);
    const place = await placeOf(visitor);
    const delivery = await chatwoot.write(place, { content: 'Hello' });
    expect(await chatwoot.sendAgain(delivery)).toBe(200);
    // The webhook of the account has another id for the same message.
    expect(await chatwoot.sendAgain({ ...delivery, id: 'of the account' })).toBe(200);
    await bridge.kill();
    at.forgetFinished();
    const again = await startBridge();
    expect(await chatwoot.sendAgain(delivery)).toBe(200);
    const now = Math.floor(Date.now() / 1000);
    for (const wrong of [{ secret: 'wrong' }, { time: now - 600 }])
      expect(await chatwoot.sendAgain({ ...delivery, id: 'forged' }, wrong)).toBe(401);
    expect(await at.post('/chatwoot', delivery.body, {})).toBe(401);
    await chatwoot.write(place, { content: 'Anything else?' });
    await expect
      .poll(() => at.lines(visitor.conversationId))
      .toEqual(['visitor: Hi', 'Grace: Hello', 'Grace: Anything else?']);
    expect(chatwoot.messages(place)).toEqual(['incoming: Hi', 'outgoing: Hello', 'outgoing: Anything else?']);
    await again.stop();
  });

  it('loses and doubles nothing when it is killed, or Chatwoot is down or does not answer', async () => {
    const base = `/api/v1/accounts/${ACCOUNT}`;
    const answer = { status: 502, body: 'lost' };
    let bridge = await startBridge();
    const visitor = await at.visitor();
    chatwoot.failNext({ path: `${base}/contacts`, when: 'after', answer });
    chatwoot.failNext({ path: `${base}/conversations`, when: 'after', answer });
    await sendText(visitor, '1');
    await expectCopied(visitor, ['incoming: 1']);
    const place = await placeOf(visitor);
    chatwoot.failNext({ path: `${base}/conversations/${place}/messages`, when: 'after', answer });
    await sendText(visitor, '2');
    await expect.poll(() => chatwoot.messages(place)).toHaveLength(2);
    await bridge.kill();
    await sendText(visitor, '3');
    chatwoot.goDown();
    bridge = await startBridge();
    await sendText(visitor, '4');
    await expect.poll(bridge.output).toContain('Tried again later: desk');
    await bridge.kill();
    chatwoot.comeBack();
    bridge = await startBridge();
    await expectCopied(
      visitor,
      ['1', '2', '3', '4'].map((text) => `incoming: ${text}`),
    );

    await at.stopDesk();
    expect((await chatwoot.write(place, { content: 'answer' })).status).toBe(200);
    await expect.poll(bridge.output).toContain('Tried again later: chatwoot');
    await bridge.kill();
    await at.startDesk();
    bridge = await startBridge();
    const answers = async () =>
      (await at.lines(visitor.conversationId)).filter((line) => line.startsWith('Grace: '));
    await expect.poll(answers).toEqual(['Grace: answer']);
    await bridge.stop();
  });
});
