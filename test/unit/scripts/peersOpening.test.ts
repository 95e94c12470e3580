import { describe, expect, it } from 'vitest';
import { compare, mediansOf } from '../../bench/peers/beside.mjs';
import { readMoments } from '../../bench/peers/exchange.mjs';

type Event = { method: string; params: Record<string, unknown> };

const call = (id: string, path: string, postData?: string): Event => ({
  method: 'requestWillBeSent',
  params: {
    requestId: id,
    timestamp: 1,
    request: { method: 'POST', url: `https://desk.example${path}`, postData },
  },
});
const answer = (id: string, status: number, handed: number, arrived: number): Event[] => [
  { method: 'responseReceived', params: { requestId: id, timestamp: handed, response: { status } } },
  { method: 'loadingFinished', params: { requestId: id, timestamp: arrived } },
];
const SUBSCRIBED = JSON.stringify([{ channel: '/meta/subscribe', successful: true }]);
const REFUSED = JSON.stringify([{ channel: '/meta/subscribe', successful: false }]);
const frame = (payloadData: string, timestamp: number): Event => ({
  method: 'webSocketFrameReceived',
  params: { requestId: 's', timestamp, response: { payloadData } },
});

describe('what the service was heard to say', () => {
  const starts = /\/appusers$/;

  it('has started the conversation once the answer has arrived and the page can read it', () => {
    const heard = [call('1', '/sc/apps/a/appusers'), ...answer('1', 201, 2.5, 2)];
    expect(readMoments(heard, { starts }).started).toBe(2500);
  });

  it('has started none while the answer is on its way, or where the service refused', () => {
    const begun = call('1', '/appusers');
    expect(readMoments([begun], { starts }).started).toBeUndefined();
    expect(readMoments([begun, ...answer('1', 429, 2, 2)], { starts }).started).toBeUndefined();
    const again = [begun, ...answer('1', 429, 2, 2), call('2', '/appusers'), ...answer('2', 201, 4, 3)];
    expect(readMoments(again, { starts }).started).toBe(4000);
  });

  it('is live with the answer to the subscription, in a WebSocket, a stream or a body', () => {
    const ways: Event[] = [
      frame(SUBSCRIBED, 3),
      { method: 'eventSourceMessageReceived', params: { requestId: 'e', timestamp: 3, data: SUBSCRIBED } },
      { method: 'body', params: { requestId: 'b', timestamp: 3, body: SUBSCRIBED } },
    ];
    for (const way of ways) expect(readMoments([way], {}).live).toBe(3000);
  });

  it('is not live by a handshake, a refusal or a broken frame', () => {
    const others = ['[{"channel":"/meta/handshake","successful":true}]', REFUSED, '"/meta/subscribe"'];
    expect(
      readMoments(
        [...others, '{"/meta/subscribe"'].map((text) => frame(text, 2)),
        {},
      ).live,
    ).toBe(undefined);
  });

  it('has accepted the message that the visitor wrote, and no other', () => {
    const heard = [
      call('1', '/messages', '{"text":"another"}'),
      ...answer('1', 201, 2, 2),
      call('2', '/messages', '{"text":"a boat"}'),
      ...answer('2', 201, 5, 5),
    ];
    expect(readMoments(heard, { text: 'a boat' }).accepted).toBe(5000);
    expect(readMoments(heard, {}).accepted).toBeUndefined();
  });
});

describe('two builds side by side', () => {
  it('have the median of each figure, and none where most visits lack it', () => {
    const visits: Record<string, number>[] = [
      { a: 1, b: Number.NaN },
      { a: 9, b: Number.NaN },
      { a: 3, b: 5 },
      { c: 7 },
    ];
    expect(mediansOf(visits)).toEqual({ a: 3, b: Number.NaN, c: 7 });
  });

  it('are told apart by the new figure, the old one and their ratio', () => {
    const [, ...lines] = compare({ live: 550, started: 400 }, { live: 1000, started: Number.NaN }).split(
      '\n',
    );
    expect(lines[0]?.trim().split(/\s+/)).toEqual(['live', '550', '1000', '0.55']);
    expect(lines[1]?.trim().split(/\s+/)).toEqual(['started', '400', '–', '–']);
  });
});
