import { describe, expect, it, vi } from 'vitest';
import { createTranscriptSaver } from '../../../../src/features/optionsMenu/saveTranscript';
import { RequestError } from '../../../../src/services/requestError';
import { decodeMessages } from '../../../../src/wire/history';
import { englishWords } from '../../../support/words';

const NOW = new Date(2026, 10, 21, 8, 15).getTime();
const page = (from: number, to: number, hasPrevious: boolean) =>
  decodeMessages({
    messages: Array.from({ length: to - from }, (_, i) => ({
      _id: `m${from + i}`,
      received: from + i,
      role: 'appUser',
      text: `Message ${from + i}`,
    })),
    hasPrevious,
  });

const create = (title = 'Shoe shop', id: string | undefined = 'c') => {
  const getMessages = vi.fn(async (_id: string, before = 6) =>
    page(Math.max(1, before - 2), before, before > 3),
  );
  const save = vi.fn();
  const run = createTranscriptSaver({
    getMessages,
    conversationId: () => id,
    title,
    words: englishWords,
    now: () => NOW,
    save,
  });
  return { run: () => run('the card' as never), getMessages, save };
};

describe('saving a transcript', () => {
  it('reads the whole conversation back, page by page, and saves it oldest first', async () => {
    const { run, getMessages, save } = create();
    await run();
    expect(getMessages.mock.calls).toEqual([
      ['c', undefined],
      ['c', 4],
      ['c', 2],
    ]);
    const [doc, name, text] = save.mock.calls[0] as [unknown, string, string];
    expect([doc, name]).toEqual(['the card', 'Shoe shop 2026-11-21.txt']);
    expect(text.match(/Message \d/g)).toEqual([1, 2, 3, 4, 5].map((n) => `Message ${n}`));
    expect(text.split('\n').slice(0, 2)).toEqual(['Shoe shop', englishWords().dateTime(NOW)]);
  });

  it('saves nothing when a page fails, and rejects with the cause', async () => {
    const { run, getMessages, save } = create();
    const failure = new RequestError('network', 'offline');
    getMessages.mockResolvedValueOnce(page(4, 6, true)).mockRejectedValueOnce(failure);
    await expect(run()).rejects.toBe(failure);
    expect(save).not.toHaveBeenCalled();
  });

  it('ends with a service that answers the same page for ever', async () => {
    const { run, getMessages, save } = create();
    getMessages.mockImplementation(async () => page(4, 6, true));
    await run();
    expect(getMessages).toHaveBeenCalledTimes(2);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('ends with a page that has no new message', async () => {
    const { run, getMessages, save } = create();
    const again = (received: number) =>
      decodeMessages({ messages: [{ _id: 'm1', received, text: 'Message 1' }], hasPrevious: true });
    let at = 100;
    getMessages.mockImplementation(async () => again(at--));
    await run();
    expect(getMessages).toHaveBeenCalledTimes(2);
    expect(String(save.mock.calls[0]?.[2]).match(/Message 1/g)).toHaveLength(1);
  });

  it.each([
    [1, 600],
    [100, 300],
  ])(
    'of a log that never ends, %i messages a page, is cut after %i pages and says so',
    async (size, pages) => {
      const { run, getMessages, save } = create();
      let at = 1_000_000;
      getMessages.mockImplementation(async () => {
        at -= size;
        return page(at, at + size, true);
      });
      await run();
      expect(getMessages).toHaveBeenCalledTimes(pages);
      const text = save.mock.calls[0]?.[2] as string;
      expect(text.split('\n')[2]).toBe('…');
      expect(text.match(/Message \d/g)).toHaveLength(size * pages);
    },
  );

  it('gives the file a name that any file system takes', async () => {
    const { run, save } = create('Shoes/"boots"?\u0007');
    await run();
    expect(save.mock.calls[0]?.[1]).toBe('Shoes boots 2026-11-21.txt');
  });

  it('fails without a conversation', async () => {
    const { run, save } = create('Shop', '');
    await expect(run()).rejects.toThrow('There is no conversation yet');
    expect(save).not.toHaveBeenCalled();
  });
});
