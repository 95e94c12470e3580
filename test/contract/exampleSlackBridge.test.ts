import { afterEach, describe, expect, it } from 'vitest';
import { sendText, type Visitor } from '../support/deskClient';
import { killPrograms, type Program } from '../support/exampleProgram';
import { forThisFile } from '../support/forThis';
import { startProgramDesk } from '../support/programDesk';
import { CHANNEL, SIGNING_SECRET, startSlack, TOKEN } from '../support/slackStandIn';
import { testBridge } from './bridgeSuite';

/** Slack itself is not here: a stand-in made from its public contract is (test/support/slackStandIn.ts). */
describe('the example of a bridge to Slack', async () => {
  const at = await forThisFile(
    startProgramDesk('slack-bridge', { displayName: 'Slack', answersFirst: false }),
  );
  const slack = await forThisFile(startSlack(() => `http://127.0.0.1:${at.port}/slack`));
  afterEach(() => {
    slack.comeBack();
    killPrograms();
  });

  const startBridge = (): Promise<Program> =>
    at.startProgram({
      SLACK_BOT_TOKEN: TOKEN,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      SLACK_CHANNEL: CHANNEL,
      SLACK_API: `${slack.origin}/api`,
    });
  /** The thread of a conversation. */
  const threadOf = async ({ conversationId }: Visitor): Promise<string> => {
    const find = () =>
      slack.threads().filter(({ metadata }) => metadata?.event_payload.conversation_id === conversationId);
    await expect.poll(find).toHaveLength(1);
    return find()[0]?.ts ?? '';
  };
  const copiesOf = async (visitor: Visitor) => slack.replies(await threadOf(visitor));
  const expectReplies = (visitor: Visitor, replies: string[]) =>
    expect.poll(() => copiesOf(visitor)).toEqual(replies);

  testBridge({
    at,
    example: 'slack-bridge',
    missing: 'Set SLACK_SIGNING_SECRET: the Signing Secret of the Slack app.',
    startBridge,
    has: (id) => slack.threads().some(({ metadata }) => metadata?.event_payload.conversation_id === id),
    copiesOf,
    answer: async (visitor, text) => slack.reply(await threadOf(visitor), { text }),
    giveBack: async (visitor) => {
      await slack.reply(await threadOf(visitor), { text: '!done' });
      return ['U1GRACE: !done'];
    },
    shown: {
      visitor: (text) => `Ada: ${text}`,
      colleague: (name, text) => `${name}: ${text}`,
      person: 'U1GRACE',
    },
    reporter: 'app',
  });

  it('makes a thread of a conversation, and answers of replies', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Is <b> & co. in stock?', '<!channel> hello');
    await expectReplies(visitor, ['Ada: Is &lt;b&gt; &amp; co. in stock?', 'Ada: &lt;!channel&gt; hello']);
    const thread = await threadOf(visitor);
    const [first] = slack.threads().filter(({ ts }) => ts === thread);
    expect(first?.text).toBe(
      `*Ada* asks for help. Answer in this thread. <${at.origin}/agent#conversation=${visitor.conversationId}|Open the desk>`,
    );

    await slack.reply(thread, { text: 'Yes &amp; <https://shop.example/b|here>, says <@U2JOAN>' });
    await slack.reply(thread, { text: 'Size 3', user: 'U2JOAN' });
    await slack.reply(thread, { text: 'And blue', user: 'U9GUEST' });
    await expect
      .poll(async () => (await at.lines(visitor.conversationId)).slice(2))
      .toEqual([
        'Grace: Yes & here (https://shop.example/b), says @Joan Clarke',
        'Joan Clarke: Size 3',
        'A colleague: And blue',
      ]);
    const [, , answer] = await at.messages(visitor.conversationId);
    expect(answer.author.avatarUrl).toBe('https://slack.example/grace_192.png');
    // Who answers has the conversation, and what came from Slack is not sent there again.
    const { activeSwitchboardIntegration: active } = await at.conversation(visitor.conversationId);
    expect(active.name).toBe(at.integration.name);
    await sendText(visitor, 'Thanks');
    await expect.poll(() => slack.replies(thread).length).toBe(6);
    await slack.settled();
    expect(slack.replies(thread).at(-1)).toBe('Ada: Thanks');
    expect(await bridge.stop()).toBe(0);
  });

  it('copies files of replies', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Hi');
    const file = slack.addFile('terms.txt', 'Within 30 days');
    const message = { text: 'See page 1', subtype: 'file_share', files: [file] };
    await slack.reply(await threadOf(visitor), message);
    await expect.poll(() => at.messages(visitor.conversationId)).toHaveLength(3);
    const [, text, sent] = await at.messages(visitor.conversationId);
    expect([text.content.text, sent.content.type]).toEqual(['See page 1', 'file']);
    expect(await (await fetch(sent.content.mediaUrl)).text()).toBe('Within 30 days');
    await bridge.stop();
  });

  it('ignores edits, apps, other channels, threads of others and what is no reply', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Hi');
    const thread = await threadOf(visitor);
    await slack.reply(thread, { text: 'changed', subtype: 'message_changed' });
    await slack.reply(thread, { text: 'from an app', bot_id: 'B2' });
    await slack.reply(thread, { text: 'elsewhere', channel: 'C2' });
    await slack.reply(thread, { text: 'no reply', thread_ts: undefined });
    const other = slack.threads().at(-1)?.ts ?? '';
    await slack.reply(other, { text: 'in a thread of others' });
    await slack.reply(thread, { text: 'Hello' });
    await expect.poll(() => at.lines(visitor.conversationId)).toEqual(['visitor: Hi', 'Grace: Hello']);
    await bridge.stop();
  });

  it('takes an event once, however often it comes, and only with the signature of Slack', async () => {
    const bridge = await startBridge();
    const visitor = await at.visitor('Hi');
    await expectReplies(visitor, ['Ada: Hi']);
    const thread = await threadOf(visitor);
    const event = await slack.reply(thread, { text: 'Hello' });
    expect(await slack.sendAgain(event)).toEqual([200]);
    const answers = () => at.lines(visitor.conversationId);
    const once = ['visitor: Hi', 'Grace: Hello'];
    await expect.poll(answers).toEqual(once);
    await bridge.kill();
    at.forgetFinished();
    const again = await startBridge();
    expect(await slack.sendAgain(event)).toEqual([200]);

    const now = Math.floor(Date.now() / 1000);
    for (const wrong of [{ secret: 'wrong' }, { time: now - 600 }, { time: now + 600 }])
      expect((await slack.send(event.body, wrong)).status).toBe(401);
    expect(await at.post('/slack', event.body, {})).toBe(401);
    const challenge = JSON.stringify({ token: 'x', challenge: '3eZbrw1aB', type: 'url_verification' });
    const answer = await slack.send(challenge);
    expect([answer.status, await answer.json()]).toEqual([200, { challenge: '3eZbrw1aB' }]);

    await slack.reply(thread, { text: 'Anything else?' });
    await expect.poll(answers).toEqual([...once, 'Grace: Anything else?']);
    expect(slack.replies(thread)).toEqual(['Ada: Hi', 'U1GRACE: Hello', 'U1GRACE: Anything else?']);
    await again.stop();
  });

  it('loses and doubles nothing when it is killed, or Slack is down or does not answer', async () => {
    const path = '/api/chat.postMessage';
    const lost = { status: 502, body: 'lost' };
    let bridge = await startBridge();
    const visitor = await at.visitor();
    // The thread is made, but its answer is lost.
    slack.failNext({ path, when: 'after', answer: lost });
    await sendText(visitor, '1');
    await expectReplies(visitor, ['Ada: 1']);

    // A message is there, but its answer is lost, and the bridge is killed.
    slack.failNext({ path, when: 'after', answer: lost });
    await sendText(visitor, '2');
    await expectReplies(visitor, ['Ada: 1', 'Ada: 2']);
    await bridge.kill();
    await sendText(visitor, '3');
    slack.goDown();
    bridge = await startBridge();
    await sendText(visitor, '4');
    await expect.poll(bridge.output).toContain('Tried again later: desk');
    await bridge.kill();
    slack.comeBack();
    slack.failNext({
      path,
      when: 'before',
      answer: {
        status: 429,
        headers: { 'retry-after': '1' },
        body: { ok: false, error: 'ratelimited' },
      },
    });
    bridge = await startBridge();
    await sendText(visitor, '5');
    await expectReplies(
      visitor,
      ['1', '2', '3', '4', '5'].map((text) => `Ada: ${text}`),
    );

    // A reply while the bridge is down comes with Slack's next try; one that was taken is sent after a restart.
    const thread = await threadOf(visitor);
    await at.stopDesk();
    const taken = await slack.reply(thread, { text: 'first' });
    expect(taken.status).toBe(200);
    await expect.poll(bridge.output).toContain('Tried again later: slack');
    await bridge.kill();
    const missed = await slack.reply(thread, { text: 'second' });
    expect(missed.status).toBe(0);
    await at.startDesk();
    bridge = await startBridge();
    const answers = async () =>
      (await at.lines(visitor.conversationId)).filter((line) => line.startsWith('Grace: '));
    await expect.poll(answers).toEqual(['Grace: first']);
    await slack.sendAgain();
    await expect.poll(answers).toEqual(['Grace: first', 'Grace: second']);
    await bridge.stop();
  });
});
