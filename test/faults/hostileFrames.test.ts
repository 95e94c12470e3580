import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createRealtime } from '../../src/services/realtime';
import { createFakeClock, flush } from '../support/fakeClock';
import { hostileValue } from '../support/hostileValues';
import type { Link } from './support/link';
import { createRealm } from './support/realm';

type Sent = { channel: string; id: string };

/** Connects the real client to a service whose frames the test controls. */
const connect = async () => {
  const clock = createFakeClock();
  let say = (_frame: unknown) => {};
  /** The service's replies. It replies to /meta/connect only when there is news, and here there never is. */
  const answersTo = (text: string) =>
    (JSON.parse(text) as Sent[])
      .filter(({ channel }) => channel !== '/meta/connect')
      .map(({ channel, id }) => ({
        ...{ channel, id, successful: true, clientId: 'k', version: '1.0' },
        supportedConnectionTypes: ['websocket', 'long-polling'],
      }));
  const link = {
    connect(_url: string, on: { onOpen(): void; onFrame(data: string): void }) {
      clock.after(1, on.onOpen);
      say = (frame) => on.onFrame(JSON.stringify(frame));
      const send = (text: string) => {
        const answers = answersTo(text);
        if (answers[0]) clock.after(1, () => say(answers));
      };
      return { send, close() {} };
    },
    call(request: () => Request, on: { answer(answer: { status: number; text: string }): void }) {
      void request()
        .text()
        .then((text) => on.answer({ status: 200, text: JSON.stringify(answersTo(text)) }));
      return () => {};
    },
  } as unknown as Link;
  const texts: (string | undefined)[] = [];
  const subscribed = vi.fn();
  const realtime = createRealtime({ createClient: createRealm(link, clock.after), clock, report: () => {} });
  const connection = await realtime.connect(
    { appId: 'app', appUserId: 'u', sessionToken: 't' },
    { enabled: true, baseUrl: 'https://rt.example/faye' },
    {
      onEvents: (events) =>
        texts.push(...events.map((e) => (e.type === 'message' ? e.message.text : e.type))),
      onSubscribed: subscribed,
      onDown() {},
      onAlive() {},
      maySocket: () => true,
      onExhausted() {},
      onRefused() {},
      onRestart() {},
    },
  );
  await clock.advance(1000);
  expect(subscribed).toHaveBeenCalledTimes(1);
  return { say: (frame: unknown) => say(frame), texts, connection, clock };
};

const told = (text: string) => ({
  channel: '/sdk/apps/app/appusers/u',
  data: {
    events: [{ type: 'message', conversation: { _id: 'c' }, message: { _id: text, received: 1, text } }],
  },
});

it('A frame loses none of its messages to an invalid entry in any position.', async () => {
  const { say, texts } = await connect();
  say([null, told('after')]);
  say([told('before'), null]);
  say(null);
  say([[null], told('nested')]);
  say([{ channel: 'no channel', data: {} }, told('after what is of no channel')]);
  await flush();
  expect(texts).toEqual(['after', 'before', 'nested', 'after what is of no channel']);
});

it('All messages of a frame and of the next one arrive, even beside invalid entries.', async () => {
  const { say, texts } = await connect();
  const entry = fc.oneof(
    hostileValue,
    fc.record({
      channel: fc.oneof(
        fc.constantFrom('/meta/subscribe', '/sdk/apps/app/appusers/u', '/meta/unknown'),
        hostileValue,
      ),
      id: fc.oneof(fc.constantFrom('1', '2', '9'), hostileValue),
      data: hostileValue,
      error: hostileValue,
      subscription: hostileValue,
    }),
  );
  /** The value after a round trip through JSON, as a frame would carry it. */
  const asText = (value: unknown) => {
    try {
      return JSON.parse(JSON.stringify(value) ?? 'null');
    } catch {
      return null;
    }
  };
  let i = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 3 }), fc.nat(3), async (bad, place) => {
      i += 1;
      const frame: unknown[] = bad.map(asText);
      frame.splice(place, 0, told(`in ${i}`));
      say(frame);
      say([told(`next ${i}`)]);
      await flush(1);
      expect(texts.filter((text) => text?.endsWith(` ${i}`))).toEqual([`in ${i}`, `next ${i}`]);
    }),
    { numRuns: 200 },
  );
});
