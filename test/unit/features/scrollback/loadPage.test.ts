import { describe, expect, it, vi } from 'vitest';
import { lazyChunks } from '../../../../src/delivery/chunks';
import { createPageLoader } from '../../../../src/features/scrollback/loadPage';
import { RequestError } from '../../../../src/services/requestError';
import { createCatchUpSide } from '../../../support/catchUpSide';
import { lost } from '../../../support/fakeService';

/** A visitor who holds the newest page of a conversation of five messages. */
const create = async () => {
  const side = createCatchUpSide();
  side.says(5);
  await side.catchUp();
  const report = vi.fn();
  const load = createPageLoader({
    slices: { conversations: side.conversations, messages: side.messages },
    delivery: { http: side.http, chunks: lazyChunks },
    report,
  });
  return { ...side, report, load };
};

describe('the scrollback', () => {
  it('reads the page before the messages that are held (log-8)', async () => {
    const side = await create();
    expect(side.ids()).toHaveLength(3);
    await side.load();
    expect(side.ids()).toEqual(side.serverIds());
    expect([side.conversation()?.hasPreviousMessages, side.report.mock.calls]).toEqual([false, []]);
  });

  it('reports a page that could not be had, but not one that a change of visitor has cancelled', async () => {
    const side = await create();
    side.service.next('getMessages', { fail: new RequestError('cancelled', 'cancelled') });
    await side.load();
    expect(side.report).not.toHaveBeenCalled();
    const cause = lost();
    side.service.next('getMessages', { fail: cause });
    await side.load();
    expect(side.report.mock.calls).toEqual([['Earlier messages could not be loaded', cause]]);
    expect(side.conversation()?.historyStatus).toBe('failed');
  });

  it('asks for nothing before there is a conversation', async () => {
    const side = await create();
    side.conversations.reset();
    const before = side.service.calls.length;
    await side.load();
    expect(side.service.calls).toHaveLength(before);
  });
});
