import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { sendText, type Visitor } from '../support/deskClient';
import { killPrograms, type Program } from '../support/exampleProgram';
import { forThisFile } from '../support/forThis';
import { listen } from '../support/listen';
import { startProgramDesk } from '../support/programDesk';

type Asked = { model: string; stream: boolean; messages: { role: string; content: string }[] };
type Stream = { asked: Asked; say(text: string): void; end(): void; breakOff(): void; isOpen(): boolean };
type Growing = { _id: string; text: string; grown: number; growing?: boolean; stopped?: boolean };

/** A server of chat completions, which says what the test tells it to. */
const startModel = async () => {
  const streams: Stream[] = [];
  let refuses = 0;
  const begin = (asked: Asked, response: ServerResponse): Stream => ({
    asked,
    say: (content) => response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`),
    end: () => response.end('data: [DONE]\n\n'),
    breakOff: () => response.end(),
    isOpen: () => !response.destroyed,
  });
  const server = createServer(async (request, response) => {
    const asked = (await json(request)) as Asked;
    const isRight =
      request.url === '/v1/chat/completions' && request.headers.authorization === 'Bearer the-key';
    if (!isRight || refuses-- > 0) return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    streams.push(begin(asked, response));
  });
  const { origin, close } = await listen(server);
  return {
    url: `${origin}/v1`,
    /** Waits for a question. @param count which one */
    next: async (count: number): Promise<Stream> => {
      await expect.poll(() => streams.length).toBeGreaterThanOrEqual(count);
      return streams[count - 1] as Stream;
    },
    count: () => streams.length,
    refuse: (times: number) => {
      refuses = times;
    },
    close,
  };
};

describe('the example of an answering model', async () => {
  const at = await forThisFile(
    startProgramDesk('answering-model', { displayName: 'Assistant', answersFirst: true }),
  );
  const model = await forThisFile(startModel());
  afterEach(killPrograms);

  const startWithModel = (): Promise<Program> =>
    at.startProgram({ MODEL_URL: model.url, MODEL_NAME: 'small', MODEL_KEY: 'the-key' });
  const path = ({ conversationId }: Visitor) => `/conversations/${conversationId}/messages`;
  const messages = async (visitor: Visitor): Promise<Growing[]> =>
    (await visitor.call('GET', path(visitor))).body.messages as unknown as Growing[];
  const last = async (visitor: Visitor) => (await messages(visitor)).at(-1) as Growing;
  const handling = async ({ conversationId }: Visitor) =>
    (await at.conversation(conversationId)).activeSwitchboardIntegration.name;

  it('streams into one message, with its source, by the stand-in without an account', async () => {
    const program = await at.startProgram({ STAND_IN_PAUSE_MS: '1' });
    const visitor = await at.visitor('How do returns work?');
    await expect
      .poll(() => last(visitor))
      .toMatchObject({
        text: 'You can return everything within 30 days. Use the label in the parcel; we refund the price and the postage.',
        references: [{ uri: 'https://shop.example/returns', title: 'Returns' }],
        authorSubtypes: ['AI'],
      });
    await expect.poll(async () => (await last(visitor)).growing).toBeUndefined();
    expect(await messages(visitor)).toHaveLength(2);

    await sendText(visitor, 'Sing me a song');
    await expect.poll(() => handling(visitor)).toBe('zd-agentWorkspace');
    expect((await last(visitor)).text).toBe('A colleague will answer you here.');
    expect(await program.stop()).toBe(0);
  });

  it('gives the model the conversation, and shows its words as they come', async () => {
    const program = await startWithModel();
    const visitor = await at.visitor('How long can I return it?');
    const first = await model.next(1);
    expect(first.asked).toMatchObject({ model: 'small', stream: true });
    expect(first.asked.messages.slice(1)).toEqual([{ role: 'user', content: 'How long can I return it?' }]);
    first.say('Within');
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Within', growing: true, grown: 0 });
    // A version is sent with a word that comes later than a quarter of a second.
    const speak = async () => {
      first.say(' and');
      return (await last(visitor)).grown;
    };
    await expect.poll(speak).toBeGreaterThan(0);
    first.say(' 30 days.');
    first.end();
    await expect
      .poll(() => last(visitor))
      .toMatchObject({ text: expect.stringMatching(/^Within( and)+ 30 days\.$/) });
    await expect.poll(async () => (await last(visitor)).growing).toBeUndefined();

    await sendText(visitor, 'And in Spain?');
    const second = await model.next(2);
    const { text } = (await messages(visitor))[1] as Growing;
    expect(second.asked.messages.slice(1)).toEqual([
      { role: 'user', content: 'How long can I return it?' },
      { role: 'assistant', content: text },
      { role: 'user', content: 'And in Spain?' },
    ]);
    second.say('HAND_');
    second.say('OVER');
    second.end();
    await expect.poll(() => handling(visitor)).toBe('zd-agentWorkspace');
    expect((await messages(visitor)).map((message) => message.text)).toEqual([
      'How long can I return it?',
      text,
      'And in Spain?',
      'A colleague will answer you here.',
    ]);
    await program.stop();
  });

  it('asks the model no further once the visitor has stopped the answer', async () => {
    const program = await startWithModel();
    const visitor = await at.visitor();
    const before = model.count();
    await sendText(visitor, 'Tell me everything');
    const stream = await model.next(before + 1);
    stream.say('First');
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'First', growing: true });
    const { _id } = await last(visitor);
    await visitor.call('POST', `${path(visitor)}/${_id}/stop`, {});
    await expect
      .poll(() => {
        // So little that no limit of the length ends it.
        stream.say('.');
        return stream.isOpen();
      })
      .toBe(false);
    expect(await last(visitor)).toMatchObject({ text: 'First', stopped: true });
    // It answers the next question.
    await sendText(visitor, 'Shorter?');
    const next = await model.next(before + 2);
    next.say('Yes');
    next.end();
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Yes' });
    await program.stop();
  });

  it('says that an answer broke off, tries a refusal once more, and then hands over', async () => {
    const program = await startWithModel();
    const visitor = await at.visitor();
    const before = model.count();
    await sendText(visitor, 'How long?');
    const stream = await model.next(before + 1);
    stream.say('Within');
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Within', growing: true });
    stream.breakOff();
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Within\n\nThe answer was cut off here.' });
    expect((await last(visitor)).growing).toBeUndefined();

    model.refuse(1);
    await sendText(visitor, 'Again?');
    const second = await model.next(before + 2);
    second.say('Yes');
    second.end();
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Yes' });

    model.refuse(2);
    await sendText(visitor, 'And now?');
    await expect.poll(() => handling(visitor)).toBe('zd-agentWorkspace');
    model.refuse(0);
    await program.stop();
  });

  it('continues in the same message after a kill, and answers once', async () => {
    let program = await startWithModel();
    const visitor = await at.visitor();
    const before = model.count();
    await sendText(visitor, 'How long?');
    const stream = await model.next(before + 1);
    stream.say('Within 30');
    await expect.poll(() => last(visitor)).toMatchObject({ text: 'Within 30', growing: true });
    const { _id } = await last(visitor);
    await program.kill();
    program = await startWithModel();
    const again = await model.next(before + 2);
    again.say('Within');
    again.say(' 30 days.');
    again.end();
    await expect.poll(() => last(visitor)).toMatchObject({ _id, text: 'Within 30 days.' });
    await expect.poll(async () => (await last(visitor)).growing).toBeUndefined();
    expect(await messages(visitor)).toHaveLength(2);
    await program.stop();
  });
});
