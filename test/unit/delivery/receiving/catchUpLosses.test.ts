import { describe, expect, test } from 'vitest';
import { catchUp } from '../../../../src/delivery/receiving/catchUp';
import { RequestError } from '../../../../src/services/requestError';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { own, unsent, wire } from '../../../support/messages';

/** Creates a log of six messages, all of them loaded. */
const readThrough = async () => {
  const side = createCatchUpSide();
  side.says(6);
  for (const m of side.service.log('c')) side.messages.merge('c', [m]);
  await side.catchUp();
  side.conversations.synced('c', { hasPreviousMessages: false });
  side.service.calls.length = 0;
  return side;
};

const it = test.extend('side', () => readThrough());

describe('a catch-up with a service that lost something', () => {
  it('reads to the beginning and removes everything that the service has lost', async ({ side }) => {
    side.forget('m-2', 'm-5');
    await side.catchUp();
    expect(side.ids()).toEqual(['m-1', 'm-3', 'm-4', 'm-6']);
    expect(side.conversation()?.hasPreviousMessages).toBe(false);
  });

  it('reads on when a lost message has the time of the oldest one it read', async ({ side }) => {
    // The first page that the catch-up reads begins with m-4.
    side.messages.merge('c', [wire('twin', side.service.log('c')[3]?.received ?? 0)]);
    side.forget('m-2');
    await side.catchUp();
    expect(side.ids()).toEqual(['m-1', 'm-3', 'm-4', 'm-5', 'm-6']);
  });

  it('reads one page if nothing is lost, even with unsent messages', async ({ side }) => {
    side.messages.add('c', unsent('ref', 9e9));
    await side.catchUp();
    expect(side.reads()).toHaveLength(1);
    expect(side.ids()).toEqual([...side.serverIds(), 'ref']);
  });

  it('keeps messages that arrive while it reads an empty log', async ({ side }) => {
    side.service.log('c').length = 0;
    const release = side.service.hold('getMessages');
    const done = side.catchUp();
    side.messages.merge('c', [wire('live', 5000)]);
    release();
    await done;
    expect(side.ids()).toEqual(['live']);
  });

  it('treats an empty page as the end, even if the service claims more', async () => {
    const side = createCatchUpSide();
    side.messaging.getMessages = async () => ({ messages: [], hasPrevious: true });
    await catchUp(side, 'c');
    expect(side.conversation()).toMatchObject({ hasPreviousMessages: false, fetchStatus: 'successful' });
  });
});

describe('a catch-up', () => {
  it('does not change hasPreviousMessages unless it reaches the oldest held message', async ({ side }) => {
    await side.catchUp(1);
    expect(side.ids()).toHaveLength(7);
    expect(side.conversation()?.hasPreviousMessages).toBe(false);
  });

  it('marks everything up to the visitor’s last message as read', async () => {
    const side = createCatchUpSide();
    side.says(1);
    side.service.log('c').push(own('mine', 2000), wire('last', 3000));
    await side.catchUp();
    expect(side.conversation()?.lastRead).toBe(2000);
  });

  it('marks nothing as read if the visitor has written nothing', async () => {
    const side = createCatchUpSide();
    await side.catchUp(2);
    expect(side.conversation()?.lastRead).toBeUndefined();
  });

  it('does not fail when the visitor changes', async () => {
    const side = createCatchUpSide();
    side.service.next('getMessages', { fail: new RequestError('cancelled', 'cancelled') });
    await expect(side.catchUp()).rejects.toThrow('cancelled');
    expect(side.conversation()?.fetchStatus).toBe('pending');
  });

  it('still reads a conversation that was removed meanwhile', async () => {
    const side = createCatchUpSide();
    side.says(1);
    side.conversations.reset();
    await side.catchUp();
    expect(side.ids()).toEqual(side.serverIds());
  });
});
