import { describe, expect, it } from 'vitest';
import { catchUp } from '../../../../src/delivery/receiving/catchUp';
import { RequestError } from '../../../../src/services/requestError';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { hold } from '../../../support/fakeService';
import { own, unsent, wire } from '../../../support/messages';

/** Creates a log of six messages, all of them loaded. */
const readThrough = async () => {
  const side = createCatchUpSide();
  side.says(6);
  for (const m of side.service.log('c')) side.messages.merge('c', [m]);
  await side.catchUp();
  side.conversations.patch('c', { hasPreviousMessages: false });
  side.service.calls.length = 0;
  return side;
};

describe('a catch-up with a service that lost something', () => {
  it('reads to its beginning, so that what it lost before that is gone too', async () => {
    const side = await readThrough();
    side.forget('m-2', 'm-5');
    await side.catchUp();
    expect(side.ids()).toEqual(['m-1', 'm-3', 'm-4', 'm-6']);
    expect(side.conversation()?.hasPreviousMessages).toBe(false);
  });

  it('reads on too when what is lost is of the same time as the oldest it read', async () => {
    const side = await readThrough();
    // The first page that the catch-up reads begins with m-4.
    side.messages.merge('c', [wire('twin', side.service.log('c')[3]?.received ?? 0)]);
    side.forget('m-2');
    await side.catchUp();
    expect(side.ids()).toEqual(['m-1', 'm-3', 'm-4', 'm-5', 'm-6']);
  });

  it('reads no more than a page where all of it is there, whatever the visitor has not sent yet', async () => {
    const side = await readThrough();
    side.messages.add('c', unsent('ref', 9e9));
    await side.catchUp();
    expect(side.reads()).toHaveLength(1);
    expect(side.ids()).toEqual([...side.serverIds(), 'ref']);
  });

  it('keeps what came in while it read an empty log', async () => {
    const side = await readThrough();
    side.service.log('c').length = 0;
    const { until, release } = hold();
    side.service.next('getMessages', { until });
    const done = side.catchUp();
    side.messages.merge('c', [wire('live', 5000)]);
    release();
    await done;
    expect(side.ids()).toEqual(['live']);
  });

  it('takes an empty page for the end, even when the service says there is more', async () => {
    const side = createCatchUpSide();
    side.messaging.getMessages = async () => ({ messages: [], hasPrevious: true });
    await catchUp(side, 'c');
    expect(side.conversation()).toMatchObject({ hasPreviousMessages: false, fetchStatus: 'successful' });
  });
});

describe('a catch-up', () => {
  it('that does not reach the oldest message here says nothing of what is before that', async () => {
    const side = await readThrough();
    side.says(1);
    await side.catchUp();
    expect(side.ids()).toHaveLength(7);
    expect(side.conversation()?.hasPreviousMessages).toBe(false);
  });

  it('takes what the visitor wrote last for read, and nothing that was said after it', async () => {
    const side = createCatchUpSide();
    side.says(1);
    side.service.log('c').push(own('mine', 2000), wire('last', 3000));
    await side.catchUp();
    expect(side.conversation()?.lastRead).toBe(2000);
  });

  it('takes nothing for read where the visitor wrote nothing', async () => {
    const side = createCatchUpSide();
    side.says(2);
    await side.catchUp();
    expect(side.conversation()?.lastRead).toBeUndefined();
  });

  it('that is over because the visitor changed is no failure', async () => {
    const side = createCatchUpSide();
    side.service.next('getMessages', { fail: new RequestError('cancelled', 'cancelled') });
    await expect(side.catchUp()).rejects.toThrow('cancelled');
    expect(side.conversation()?.fetchStatus).toBe('pending');
  });

  it('of a conversation that is gone by then reads it all the same', async () => {
    const side = createCatchUpSide();
    side.says(1);
    side.conversations.reset();
    await side.catchUp();
    expect(side.ids()).toEqual(side.serverIds());
  });
});
