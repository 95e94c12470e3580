import { afterEach, describe, expect, it } from 'vitest';
import { sendText, type Visitor } from '../support/deskClient';
import { failProgram, killPrograms } from '../support/exampleProgram';
import { forThisFile } from '../support/forThis';
import { answerForm, pressReply, sayAll, startProgramDesk } from '../support/programDesk';
import type { Answer } from '../support/sunshineClient';

const HELLO = 'Hello! I can look up an order, or call a colleague.';
const FORM = [
  { type: 'text', name: 'number', label: 'Order number', text: '1007' },
  { type: 'email', name: 'email', label: 'Email address of the order', email: 'Ada@shop.example' },
];
const ORDER = { text: 'Where is my order?', payload: 'order' };
const PERSON = { text: 'Talk to a person', payload: 'person' };

describe('the example of a bot', async () => {
  const at = await forThisFile(startProgramDesk('bot', { displayName: 'Order bot', answersFirst: true }));
  afterEach(killPrograms);

  const expectLines = (visitor: Visitor, lines: string[]) =>
    expect.poll(() => at.lines(visitor.conversationId)).toEqual(lines);
  const eventOf = async ({ conversationId }: Visitor, id: string, text: string): Promise<Answer> => ({
    id,
    type: 'conversation:message',
    payload: {
      conversation: await at.conversation(conversationId),
      message: { author: { type: 'user' }, content: { type: 'text', text } },
    },
  });

  it('names the settings that are missing, and ends', async () => {
    const { code, output } = await failProgram('bot', { KEY: 'x' });
    expect(code).toBe(1);
    expect(output).toMatch(/^Set DESK_URL: the address of the desk/);
    expect(output).toContain('Set WEBHOOK_SECRET: the secret of its webhook');
    expect(output).not.toContain('Set KEY:');
  });

  it('asks, hands over to people, is silent while they have it, and takes over again', async () => {
    const bot = await at.startProgram();
    const visitor = await at.visitor();
    const { conversationId } = visitor;
    const lines: string[] = [];
    const expectNext = async (...next: string[]): Promise<void> => {
      lines.push(...next);
      await expectLines(visitor, lines);
    };

    await sendText(visitor, 'Hi');
    await expectNext('visitor: Hi', `Order bot: ${HELLO}`);
    const [, hello] = await at.messages(conversationId);
    expect(hello.content.actions.map(({ type, payload }: Answer) => [type, payload])).toEqual([
      ['reply', 'order'],
      ['reply', 'person'],
    ]);

    await pressReply(visitor, ORDER);
    await expectNext(`visitor: ${ORDER.text}`, 'Order bot: [form]');
    const form = (await at.messages(conversationId)).at(-1);
    await answerForm(visitor, form.id, FORM);
    await expectNext(
      'visitor: Order number: 1007\nEmail address of the order: Ada@shop.example',
      'Order bot: Order 1007 is on its way, and arrives tomorrow. Anything else?',
    );

    await pressReply(visitor, PERSON);
    await expectNext(`visitor: ${PERSON.text}`, 'Order bot: A colleague will answer you here.');
    const handling = async () => (await at.conversation(conversationId)).activeSwitchboardIntegration.name;
    await expect.poll(handling).toBe('zd-agentWorkspace');
    const path = `/conversations/${conversationId}`;
    expect((await at.agentCall('GET', path)).conversation.routingStatus).toBe('queued');

    await at.agentCall('POST', `${path}/assign`, { name: 'Grace' });
    await at.agentCall('POST', `${path}/messages`, { text: 'I have sent it anew', name: 'Grace' });
    await sayAll(visitor, ['Thank you', 'And the invoice?']);
    await at.agentCall('POST', `${path}/messages`, { text: 'It is in the box', name: 'Grace' });
    await at.agentCall('POST', `${path}/assign`, { agentId: at.integration.id });
    await expectNext(
      'Grace: I have sent it anew',
      'visitor: Thank you',
      'visitor: And the invoice?',
      'Grace: It is in the box',
      'Order bot: I am here again. Anything else?',
    );
    await pressReply(visitor, PERSON);
    await expectNext(`visitor: ${PERSON.text}`, 'Order bot: A colleague will answer you here.');
    await expect.poll(handling).toBe('zd-agentWorkspace');
    await at.api.SwitchboardActionsApi.releaseControl('porch', conversationId);
    await expectNext('Order bot: I am here again. Anything else?');
    await pressReply(visitor, ORDER);
    await expectNext(`visitor: ${ORDER.text}`, 'Order bot: [form]');
    expect(await bot.stop()).toBe(0);
  });

  it('answers each message once, in order, although it is killed again and again', async () => {
    const visitor = await at.visitor();
    const texts = ['1', '2', '3', '4', '5', '6'];
    const answers = async () => {
      const lines = await at.lines(visitor.conversationId);
      return lines.filter((line) => !line.startsWith('visitor: ')).length;
    };
    for (const [count, text] of texts.entries()) {
      const bot = await at.startProgram();
      // Some are killed before the webhook has come, some while it works, some later.
      await sendText(visitor, text);
      if (count % 3 === 2) await expect.poll(answers).toBe(count + 1);
      await bot.kill();
    }
    const bot = await at.startProgram();
    await expect.poll(answers).toBe(texts.length);
    await sendText(visitor, 'last');
    await expect.poll(answers).toBe(texts.length + 1);
    const lines = await at.lines(visitor.conversationId);
    expect(lines.filter((line) => line.startsWith('visitor: '))).toEqual(
      [...texts, 'last'].map((text) => `visitor: ${text}`),
    );
    await bot.stop();
  });

  it('answers an event once, however often it comes', async () => {
    const bot = await at.startProgram();
    const visitor = await at.visitor();
    const event = await eventOf(visitor, 'twice', 'Hi');
    expect(await Promise.all([at.postEvent(event), at.postEvent(event)])).toEqual([200, 200]);
    const finished = () => at.finished(visitor.conversationId);
    // The bot also hears its own messages.
    await expect.poll(finished).toBe(2);
    expect(await at.postEvent(event)).toBe(200);
    await bot.kill();
    at.forgetFinished();
    const again = await at.startProgram();
    expect(await at.postEvent(event)).toBe(200);
    await expect.poll(finished).toBe(2);
    await sendText(visitor, 'Hello?');
    await expect.poll(finished).toBe(4);
    expect(await at.lines(visitor.conversationId)).toEqual([
      `Order bot: ${HELLO}`,
      'visitor: Hello?',
      `Order bot: ${HELLO}`,
    ]);
    await again.stop();
  });

  it('takes nothing without the signature of the desk, and nothing that was signed long ago', async () => {
    const bot = await at.startProgram();
    const visitor = await at.visitor();
    const event = await eventOf(visitor, 'forged', 'Hi');
    const body = JSON.stringify({ events: [event] });
    expect(await at.post('/desk', body, {})).toBe(401);
    const forged = { 'webhook-id': 'x', 'webhook-timestamp': `${Math.floor(Date.now() / 1000)}` };
    expect(await at.post('/desk', body, { ...forged, 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await at.postEvent(event, Date.now() - 3_600_000)).toBe(401);
    expect(await at.post('/elsewhere', body, {})).toBe(404);
    expect(await at.post('/desk', 'x'.repeat(1_100_000), {})).toBe(413);
    expect(await at.lines(visitor.conversationId)).toEqual([]);
    await bot.stop();
  });

  it('answers later what came while it was down, and while the desk was', async () => {
    const visitor = await at.visitor('1', '2');
    const bot = await at.startProgram();
    const both: string[] = ['visitor: 1', 'visitor: 2', `Order bot: ${HELLO}`, `Order bot: ${HELLO}`];
    await expectLines(visitor, both);

    const event = await eventOf(visitor, 'while the desk is away', 'Hi');
    await at.stopDesk();
    expect(await at.postEvent(event)).toBe(200);
    await expect.poll(bot.output).toContain('Tried again later: desk');
    await at.startDesk();
    await expectLines(visitor, [...both, `Order bot: ${HELLO}`]);
    await bot.stop();
  });
});
