import { describe, expect, test } from 'vitest';
import { createEventApplier } from '../../../../src/delivery/receiving/applyRealtimeEvent';
import { loadPrevious } from '../../../../src/delivery/receiving/loadPrevious';
import type { WireMessage } from '../../../../src/wire/message';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { createFakeClock } from '../../../support/fakeClock';
import { lost } from '../../../support/fakeService';
import { unsent, wire } from '../../../support/messages';

const create = () => {
  const side = createCatchUpSide();
  const applier = createEventApplier({
    ...side.deps,
    clock: createFakeClock(),
    connected: () => true,
    onOwnMessage: () => {},
    onIncoming: () => {},
    onRare: () => {},
  });
  /** Delivers a message over realtime. */
  const tell = (message: WireMessage) => applier.apply([{ type: 'message', conversationId: 'c', message }]);
  return { ...side, tell };
};

const it = test.extend('side', () => create());

describe('catching up', () => {
  it('reads one page for an empty log and records whether earlier ones exist', async ({ side }) => {
    await side.catchUp(5);
    expect(side.ids()).toEqual(side.serverIds().slice(-3));
    expect(side.reads()).toEqual([undefined]);
    expect(side.conversations.find('c')).toMatchObject({
      hasPreviousMessages: true,
      fetchStatus: 'successful',
    });
  });

  it('leaves what waits to be sent last, although the log is read after it', async ({ side }) => {
    side.says(5);
    side.deps.messages.add('c', unsent('mine', 4e9));
    await side.catchUp();
    expect(side.ids()).toEqual([...side.serverIds().slice(-3), 'mine']);
    await loadPrevious(side.deps, 'c');
    expect(side.ids()).toEqual([...side.serverIds(), 'mine']);
  });

  it('finds nothing in an empty conversation', async ({ side }) => {
    await side.catchUp();
    expect(side.ids()).toEqual([]);
    expect(side.conversations.find('c')).toMatchObject({
      hasPreviousMessages: false,
      fetchStatus: 'successful',
    });
  });

  it('reads pages backwards until it reaches a held message (msg-19, msg-20)', async ({ side }) => {
    await side.catchUp(2);
    await side.catchUp(8);
    expect(side.ids()).toEqual(side.serverIds());
    const at = (i: number) => side.service.log('c')[i]?.received;
    expect(side.reads()).toEqual([undefined, undefined, at(7), at(4)]);
  });

  it('reads one page when nothing is missing, and changes nothing', async ({ side }) => {
    await side.catchUp(3);
    const before = side.messages.of('c').value;
    await side.catchUp();
    expect(side.messages.of('c').value).toBe(before);
    expect(side.reads()).toHaveLength(2);
  });

  it('ignores unsent messages of the visitor', async ({ side }) => {
    await side.catchUp(2);
    side.says(7);
    side.messages.add('c', unsent('ref', 9e9));
    await side.catchUp();
    expect(side.ids().filter((id) => id !== 'ref')).toEqual(side.serverIds());
  });

  it('removes messages that the service has lost and keeps unsent ones', async ({ side }) => {
    side.messages.merge('c', [wire('gone', 1)]);
    side.messages.add('c', unsent('ref', 9e9));
    await side.catchUp(4);
    expect(side.ids()).toContain('ref');
    expect(side.ids().filter((id) => id !== 'ref')).toEqual(side.serverIds());
    expect(side.reads()).toHaveLength(2);
  });

  it('keeps messages that arrive while it reads', async ({ side }) => {
    side.says(2);
    const release = side.service.hold('getMessages');
    const done = side.catchUp();
    side.tell(wire('m-live', 5000));
    release();
    await done;
    expect(side.ids()).toEqual([...side.serverIds(), 'm-live']);
  });

  it('keeps only unsent messages when the service has lost everything', async ({ side }) => {
    await side.catchUp(2);
    side.messages.add('c', unsent('ref', 9e9));
    side.service.log('c').length = 0;
    await side.catchUp();
    expect(side.ids()).toEqual(['ref']);
  });

  it('gives up on a service whose pages never end', async ({ side }) => {
    await side.catchUp(1);
    let reads = 0;
    side.messaging.getMessages = async () => {
      reads++;
      return { messages: [wire(`x${reads}`, 5000 - reads)], hasPrevious: true };
    };
    await side.catchUp();
    expect(reads).toBe(20);
  });

  it('has the status pending while it reads', async ({ side }) => {
    const release = side.service.hold('getMessages');
    const done = side.catchUp();
    expect(side.conversations.find('c')?.fetchStatus).toBe('pending');
    release();
    await done;
    expect(side.conversations.find('c')?.fetchStatus).toBe('successful');
  });
});

describe('a catch-up that failed', () => {
  it('sets the status failed, keeps the pages it has read and can be repeated', async ({ side }) => {
    await side.catchUp(1);
    side.says(6);
    side.service.next('getMessages', {});
    side.service.next('getMessages', { fail: lost() });
    await expect(side.catchUp()).rejects.toThrow('Request failed after 3 retries');
    expect(side.conversations.find('c')?.fetchStatus).toBe('failed');
    expect(side.ids()).toHaveLength(4);
  });

  it('leaves no gap once the next one succeeds', async ({ side }) => {
    await side.catchUp(1);
    side.says(9);
    side.service.next('getMessages', {});
    side.service.next('getMessages', { fail: lost() });
    await expect(side.catchUp()).rejects.toThrow();
    await side.catchUp();
    expect(side.ids()).toEqual(side.serverIds());
  });

  it('leaves no gap when realtime continues after it', async ({ side }) => {
    await side.catchUp(1);
    side.says(9);
    side.service.next('getMessages', { fail: lost() });
    await expect(side.catchUp()).rejects.toThrow();
    for (let i = 0; i < 3; i++) side.tell(side.service.agentSays('c', 'live'));
    await side.catchUp();
    expect(side.ids()).toEqual(side.serverIds());
  });
});

describe('messages from realtime', () => {
  it('are not read again', async ({ side }) => {
    await side.catchUp(1);
    for (let i = 0; i < 9; i++) side.tell(side.service.agentSays('c', 'live'));
    await side.catchUp(2);
    expect(side.ids()).toEqual(side.serverIds());
    expect(side.reads()).toHaveLength(2);
  });

  it('are merged with a catch-up that is under way', async ({ side }) => {
    await side.catchUp(2);
    side.says(5);
    const release = side.service.hold('getMessages');
    const done = side.catchUp();
    side.tell(side.service.agentSays('c', 'live'));
    release();
    await done;
    expect(side.ids()).toEqual(side.serverIds());
  });
});

it('the visitor’s own messages do not hide missed ones', async ({ side }) => {
  await side.catchUp(1);
  side.says(6);
  const mine = side.service.agentSays('c', 'mine');
  // Only the answer to the send arrived, over HTTP.
  side.messages.merge('c', [mine]);
  await side.catchUp();
  expect(side.ids()).toEqual(side.serverIds());
});

describe('earlier messages', () => {
  it('are read page by page until there are no more', async ({ side }) => {
    await side.catchUp(7);
    await loadPrevious(side.deps, 'c');
    expect([side.ids().length, side.conversations.find('c')?.hasPreviousMessages]).toEqual([6, true]);
    await loadPrevious(side.deps, 'c');
    expect(side.ids()).toEqual(side.serverIds());
    expect(side.conversations.find('c')?.hasPreviousMessages).toBe(false);
  });

  it('are not requested for an empty log', async ({ side }) => {
    await loadPrevious(side.deps, 'c');
    expect(side.reads()).toEqual([]);
  });

  it('reject with the cause of a failure', async ({ side }) => {
    await side.catchUp(5);
    side.service.next('getMessages', { fail: lost() });
    await expect(loadPrevious(side.deps, 'c')).rejects.toThrow('Request failed');
    expect(side.conversations.find('c')?.hasPreviousMessages).toBe(true);
    expect(side.conversations.find('c')?.historyStatus).toBe('failed');
    await loadPrevious(side.deps, 'c');
    expect(side.conversations.find('c')?.historyStatus).toBe('successful');
  });

  it('are read by one request at a time, with the status pending', async ({ side }) => {
    await side.catchUp(9);
    const before = side.reads().length;
    const first = loadPrevious(side.deps, 'c');
    expect(side.conversations.find('c')?.historyStatus).toBe('pending');
    await Promise.all([first, loadPrevious(side.deps, 'c')]);
    expect(side.reads()).toHaveLength(before + 1);
  });
});
