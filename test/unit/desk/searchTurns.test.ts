import { describe, expect, it } from 'vitest';
import type { InboxPage } from '../../../examples/support-desk/server/store/reads';
import { createSearchTurns } from '../../../examples/support-desk/server/store/sql/searchTurns';
import { createFakeClock } from '../../support/fakeClock';

const page = (search: string): InboxPage => ({ limit: 1, empty: false, search });

/** Searches that run until they are ended. */
const heldSearches = () => {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const search = createSearchTurns(
    ({ search: text = '' }) =>
      new Promise((resolve, reject) => {
        begun.push(text);
        ends.set(text, (error) => (error ? reject(error) : resolve([])));
      }),
    createFakeClock(),
  );
  return { search, begun, end: (text: string, error?: Error) => ends.get(text)?.(error) };
};

describe('searches of the embedded database', () => {
  it('run one after another, also after one that failed', async () => {
    const { search, begun, end } = heldSearches();
    const first = search(page('a'));
    const second = search(page('b'));
    await expect.poll(() => begun).toEqual(['a']);
    end('a', new Error('no'));
    await expect(first).rejects.toThrow('no');
    await expect.poll(() => begun).toEqual(['a', 'b']);
    end('b');
    expect(await second).toEqual([]);
  });

  it('do not begin when nobody waits for them any more', async () => {
    const { search, begun, end } = heldSearches();
    const first = search(page('a'));
    const leaving = new AbortController();
    const second = search(page('b'), leaving.signal);
    const third = search(page('c'));
    leaving.abort(new Error('typed on'));
    await expect(second).rejects.toThrow('typed on');
    end('a');
    await first;
    await expect.poll(() => begun).toEqual(['a', 'c']);
    end('c');
    await third;
  });
});
