import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../examples/support-desk/inbox/model/entries';
import { buildRows, type Reach } from '../../../examples/support-desk/inbox/model/rows';

/** Three stored replies, received at second 1, 2 and 3, and one that is on its way. */
const replies: Entry[] = [1, 2, 3, 4].map((received) => ({
  key: `m${received}`,
  state: received === 4 ? 'sending' : 'sent',
  message: { _id: `m${received}`, type: 'text', role: 'appMaker', text: 'Hello', received },
}));

const receipts = (reach: Reach): (string | undefined)[] =>
  buildRows(replies, reach).flatMap((row) => (row.kind === 'message' ? [row.receipt] : []));

const SEEN = 'seen';
const DELIVERED = 'delivered';
const NONE = undefined;

describe('the delivery state in the log of the inbox', () => {
  it('is shown at the last read reply and at the last delivered one', () => {
    expect(receipts({})).toEqual([NONE, NONE, NONE, NONE]);
    expect(receipts({ visitorDelivered: 2 })).toEqual([NONE, DELIVERED, NONE, NONE]);
    expect(receipts({ visitorLastRead: 1, visitorDelivered: 3 })).toEqual([SEEN, NONE, DELIVERED, NONE]);
    expect(receipts({ visitorLastRead: 9, visitorDelivered: 9 })).toEqual([NONE, NONE, SEEN, NONE]);
  });

  it('is "sent" at the newest reply, in place of the line that said it was being sent', () => {
    const stored = replies.slice(0, 3);
    const of = (entries: Entry[], reach: Reach = {}) =>
      buildRows(entries, reach).map((row) => (row.kind === 'message' ? row.receipt : undefined));
    expect(of(stored).slice(1)).toEqual([NONE, NONE, 'sent']);
    expect(of(stored, { visitorDelivered: 3 }).slice(1)).toEqual([NONE, NONE, DELIVERED]);
    expect(of(replies).slice(1)).toEqual([NONE, NONE, NONE, NONE]);
  });

  it('never shows "Delivered" above a later "Seen"', () => {
    expect(receipts({ visitorLastRead: 3, visitorDelivered: 1 })).toEqual([NONE, NONE, SEEN, NONE]);
    expect(receipts({ visitorLastRead: 2 })).toEqual([NONE, SEEN, NONE, NONE]);
  });
});
