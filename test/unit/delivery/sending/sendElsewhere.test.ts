import { describe, expect, it } from 'vitest';
import { flush } from '../../../support/fakeClock';
import { lost, refused } from '../../../support/fakeService';
import { wireConversation } from '../../../support/messages';
import { createVisitorSide } from '../../../support/visitorSide';

const ID = 'conv-of-user-1';
const OTHER = 'other';

/** A visitor with two conversations, of which the newer is active. */
const withTwo = async (earlier?: ReturnType<typeof createVisitorSide>) => {
  const side = createVisitorSide(
    earlier && { service: earlier.service, store: earlier.store, idPrefix: 'again' },
  );
  await side.starter.ensureStarted();
  side.conversations.upsert(wireConversation(OTHER, { lastUpdatedAt: 9e9 }));
  expect(side.conversations.active.value?._id).toBe(OTHER);
  await flush();
  return side;
};
type Side = Awaited<ReturnType<typeof withTwo>>;
const shown = (side: Side, id = ID) =>
  side.messages.of(id).value.map((m) => [m.text, m.status, m.errorReason]);
const stored = (side: Side, id = ID) => side.service.log(id).map((m) => m.text);
const leftover = (side: Side) => side.outbox.of('user-1').length;

/** Puts an unsent message of an earlier page into the outbox, for a conversation that is not active. */
const leave = (side: Side, text: string) => {
  const message = { key: `left-${text}`, text, received: side.clock.now() / 1000 };
  side.outbox.put({ conversationId: ID, appUserId: 'user-1', message });
};

it('an unsent message is not taken where the visitor has left in another tab, as it is the next one’s', async () => {
  const side = await withTwo();
  const unsent = () => side.outbox.of('').map((u) => u.message.key);
  side.outbox.put({ conversationId: '', appUserId: '', message: { key: 'next', text: 'next' } });
  side.user.hearExit('e1');
  side.sender.restore();
  expect([shown(side, OTHER), unsent()]).toEqual([[], ['next']]);
});

describe('an unsent message of an inactive conversation', () => {
  it('is sent there in order and leaves the outbox', async () => {
    const side = await withTwo();
    leave(side, 'one');
    leave(side, 'two');
    side.sender.restore();
    await flush(10);
    expect([stored(side), stored(side, OTHER), leftover(side)]).toEqual([['one', 'two'], [], 0]);
    expect(shown(side)).toEqual([
      ['one', 'sent', undefined],
      ['two', 'sent', undefined],
    ]);
  });

  it('waits for the network and then goes, as in the active one', async () => {
    const side = await withTwo();
    leave(side, 'one');
    side.service.next('sendMessage', { fail: lost() });
    side.sender.restore();
    await flush(10);
    expect(shown(side)).toEqual([['one', 'failed', 'network']]);
    side.sender.flush();
    await flush(10);
    expect([stored(side), leftover(side)]).toEqual([['one'], 0]);
  });

  it('is called late after 10 s, and may be retried or removed', async () => {
    const side = await withTwo();
    leave(side, 'one');
    leave(side, 'two');
    side.service.next('sendMessage', { fail: refused(401) });
    side.service.next('sendMessage', { until: new Promise(() => {}) });
    side.sender.restore();
    await side.clock.advance(10_000);
    expect(side.messages.of(ID).value.map((m) => [m.status, m.isDelayed])).toEqual([
      ['failed', false],
      ['sending', true],
    ]);
    side.sender.retry('left-one');
    expect(shown(side)[0]).toEqual(['one', 'sending', undefined]);
    side.sender.remove('left-two');
    expect(shown(side).map(([text]) => text)).toEqual(['one']);
  });
});

it('a message fails once when its conversation is no longer active', async () => {
  const side = createVisitorSide();
  await side.starter.ensureStarted();
  await flush();
  for (let i = 0; i < 50; i++) side.service.next('sendMessage', { fail: refused(403) });
  side.sender.send({ text: 'hello' });
  side.conversations.upsert(wireConversation(OTHER, { lastUpdatedAt: 9e9 }));
  await flush(20);
  expect(side.service.callsOf('sendMessage')).toHaveLength(1);
  expect(shown(side)).toEqual([['hello', 'failed', 'unknown']]);
});
