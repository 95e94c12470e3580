import { describe, expect, it } from 'vitest';
import { loadPrevious } from '../../../../src/delivery/receiving/loadPrevious';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { unsent } from '../../../support/messages';

const PAGE = 3;
/** The maximum number of messages one catch-up reads. */
const LIMIT = 20 * PAGE;

const create = () => {
  const side = createCatchUpSide(PAGE);
  const { conversations, deps } = side;
  const ids = () => side.messages.of('c').value.flatMap((m) => (m.isOptimistic ? [] : [m._id]));
  const previous = () => conversations.find('c')?.hasPreviousMessages;
  /** Loads older messages until the beginning of the conversation. */
  const catchUpNow = async () => {
    for (let page = 0; previous() && page < 100; page++) await loadPrevious(deps, 'c');
  };
  return { ...side, ids, previous, catchUpNow };
};

describe('a gap longer than a catch-up reads', () => {
  it('is read up to the first page without a new message', async () => {
    const side = create();
    side.says(LIMIT);
    await side.catchUp();
    side.says(LIMIT);
    const { getMessages } = side.service.messaging;
    side.service.messaging.getMessages = async (id) => ({ ...(await getMessages(id)), hasPrevious: true });
    const before = side.service.callsOf('getMessages').length;
    await side.catchUp();
    expect(side.service.callsOf('getMessages').length - before).toBe(2);
    expect(side.ids()).toEqual(side.serverIds().slice(-PAGE));
  });

  it('leaves no gap: older messages are removed and read again on scrolling up', async () => {
    const side = create();
    await side.catchUp(4);
    await side.catchUpNow();
    side.says(LIMIT + 5);
    side.messages.add('c', unsent('ref', 9e9));
    await side.catchUp();
    expect(side.ids()).toEqual(side.serverIds().slice(-LIMIT));
    expect(side.previous()).toBe(true);
    await side.catchUp(1);
    expect(side.ids()).toEqual(side.serverIds().slice(-LIMIT - 1));
    await side.catchUpNow();
    expect(side.ids()).toEqual(side.serverIds());
    expect(side.messages.of('c').value.some((m) => m._id === 'ref')).toBe(true);
  });

  it('leaves no gap when the reader scrolls up meanwhile', async () => {
    const side = create();
    await side.catchUp(9);
    side.says(LIMIT + 5);
    const release = side.service.hold('getMessages');
    const done = side.catchUp();
    await loadPrevious(side.deps, 'c');
    release();
    await done;
    expect(side.ids()).toEqual(side.serverIds().slice(-LIMIT));
    expect(side.previous()).toBe(true);
    await side.catchUpNow();
    expect(side.ids()).toEqual(side.serverIds());
  });
});
