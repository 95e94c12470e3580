import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dropEarly } from '../../../../src/delivery/sending/dropEarly';
import { createOutbox } from '../../../../src/delivery/sending/outbox';
import { createFakeStore } from '../../../support/fakeStorage';
import { hostileStored } from '../../../support/hostileValues';
import { outboxUser } from '../../../support/outboxUser';

const create = (entries: Record<string, string> = {}) => {
  const store = createFakeStore(entries);
  return {
    store,
    outbox: createOutbox({
      store,
      integrationId: 'int',
      user: outboxUser(),
    }),
  };
};
const of = (entries: Record<string, string>) => create(entries).outbox.of('u');
/** An entry as stored in the browser. */
const entry = (message: Record<string, unknown>, more: Record<string, unknown> = { appUserId: 'u' }) =>
  JSON.stringify({ conversationId: 'c', ...more, message });

describe('the outbox', () => {
  it('returns the messages that were stored', () => {
    const { outbox, store } = create();
    const message = { key: 'k', text: 'hello', payload: 'P', metadata: { a: 1 } };
    outbox.put({ conversationId: 'c', appUserId: 'u', message });
    expect(outbox.of('u')).toEqual([{ conversationId: 'c', appUserId: 'u', message }]);
    outbox.remove('k');
    expect([outbox.of('u'), store.keys('')]).toEqual([[], []]);
  });

  it('lists the keys of all visitors’ files without reading them', () => {
    const { outbox } = create({
      'int.outbox.file-a': '{',
      'int.outbox.b': entry({ text: 'file-' }),
      'int.outbox.file-c': entry({ text: 'a.png', file: 'waiting' }, { appUserId: 'somebody else' }),
      'other.outbox.file-d': entry({ text: 'd.png' }),
    });
    expect(outbox.files().sort()).toEqual(['file-a', 'file-c']);
    outbox.remove('file-a');
    expect(outbox.files()).toEqual(['file-c']);
  });

  it('drops what was sent early for nobody, and nothing that was written later or has an owner', () => {
    const { outbox, store } = create({
      'int.outbox.early': JSON.stringify({ message: { text: 'a' } }),
      'int.outbox.later': JSON.stringify({ message: { text: 'b' } }),
      'int.outbox.waiting': entry({ text: 'c' }, { appUserId: '' }),
      'int.outbox.owned': entry({ text: 'd' }),
    });
    dropEarly(outbox, [{ key: 'later' }]);
    expect(store.keys('int.outbox.').sort()).toEqual([
      'int.outbox.later',
      'int.outbox.owned',
      'int.outbox.waiting',
    ]);
  });

  it('of another integration stays apart', () => {
    expect(of({ 'other.outbox.k': JSON.stringify({ appUserId: 'u', message: { text: 'x' } }) })).toEqual([]);
  });

  it('skips unreadable entries', () => {
    const good = JSON.stringify({ conversationId: 'c', appUserId: 'u', message: { text: 'fine' } });
    const entries = { 'int.outbox.a': '{', 'int.outbox.b': '', 'int.outbox.c': 'null', 'int.outbox.d': good };
    expect(of(entries).map((e) => [e.message.key, e.message.text])).toEqual([['d', 'fine']]);
  });

  it('never throws on any entry', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((v) => JSON.stringify({ appUserId: 'u', message: v })),
        ),
        (text) => {
          for (const { message } of of({ 'int.outbox.k': text })) expect(message.text).not.toBe('');
        },
      ),
    );
  });

  it('returns earlier messages first, in any order of the storage keys', () => {
    const entries = {
      'int.outbox.a': entry({ text: 'third', received: 30 }),
      'int.outbox.b': entry({ text: 'first', received: 10 }),
      'int.outbox.c': entry({ text: 'second', received: 20 }),
    };
    expect(of(entries).map((e) => e.message.text)).toEqual(['first', 'second', 'third']);
  });

  it('returns messages without a time before all others', () => {
    const entries = {
      'int.outbox.a': entry({ text: 'second', received: 10 }),
      'int.outbox.b': entry({ text: 'first' }),
      'int.outbox.c': entry({ text: 'third', received: 20 }),
    };
    expect(of(entries).map((e) => e.message.text)).toEqual(['first', 'second', 'third']);
  });

  it('gives an entry that names no conversation to none', () => {
    expect(of({ 'int.outbox.a': entry({ text: 'x' }, { appUserId: 'u', conversationId: 7 }) })).toMatchObject(
      [{ conversationId: '', appUserId: 'u' }],
    );
  });

  it('skips an entry that another tab removes meanwhile', () => {
    const { outbox, store } = create({ 'int.outbox.a': entry({ text: 'x' }) });
    store.get = () => null;
    expect(outbox.of('u')).toEqual([]);
  });

  it('passes unsent messages on to the next user id, for a new conversation', () => {
    const { outbox } = create({
      'int.outbox.a': entry({ text: 'mine', received: 10, payload: 'P' }),
      'int.outbox.b': entry({ text: 'of somebody', received: 20 }, { appUserId: 'somebody' }),
    });
    outbox.reassign('u');
    expect(outbox.of('next')).toEqual([
      {
        conversationId: '',
        appUserId: '',
        message: { key: 'a', text: 'mine', received: 10, payload: 'P', metadata: undefined },
      },
    ]);
    expect(outbox.of('somebody').map((e) => e.message.text)).toEqual(['mine', 'of somebody']);
  });

  it('drops the conversation and the user of the messages it passes on', () => {
    const { outbox, store } = create({ 'int.outbox.a': entry({ text: 'mine' }) });
    outbox.reassign('u');
    expect(JSON.parse(store.map.get('int.outbox.a') ?? '')).toMatchObject({
      conversationId: '',
      appUserId: '',
    });
  });
});

describe('an entry that the messenger did not write', () => {
  const good = {
    conversationId: 'c',
    appUserId: 'u',
    message: { text: 'Words', received: 5, file: 'sending', payload: 'p', metadata: { a: 1 } },
  };

  it('is a message that can be shown, kept and sent, or none', () => {
    fc.assert(
      fc.property(hostileStored(good), (text) => {
        for (const { conversationId, message } of of({ 'int.outbox.k': text })) {
          encodeURIComponent(conversationId);
          const { text: words, ...extra } = message;
          expect(JSON.stringify(extra).length).toBeLessThan(100_000);
          expect(words).not.toBe('');
          if (message.received !== undefined) new Date(message.received * 1000).toISOString();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps its text without metadata, payload or file state above 20,000 characters of JSON', () => {
    const read = (more: Record<string, unknown>) => of({ 'int.outbox.k': entry({ text: 'Words', ...more }) });
    const fits = { a: 'x'.repeat(20_000 - '{"a":""}'.length) };
    expect(read({ metadata: fits })).toMatchObject([{ message: { text: 'Words', metadata: fits } }]);
    const { message } = read({ metadata: { a: `${fits.a}x` } })[0] ?? {};
    expect(message).toMatchObject({ text: 'Words', metadata: undefined });
    // Each lone surrogate takes six characters of JSON.
    const surrogates = '\ud800'.repeat(4000);
    for (const name of ['metadata', 'payload', 'file'] as const) {
      const long = name === 'metadata' ? { a: surrogates } : surrogates;
      expect(read({ [name]: long })).toMatchObject([{ message: { text: 'Words', [name]: undefined } }]);
    }
  });

  it('is read back however long its text is, to be shortened (msg-6)', () => {
    for (const length of [1, 4096, 4097, 1_000_000])
      expect(of({ 'int.outbox.k': entry({ text: 'x'.repeat(length) }) })).toHaveLength(1);
  });

  it('is skipped when its key is no id', () => {
    for (const key of ['', 'a b', '\ud800', 'x'.repeat(100), '../k'])
      expect(of({ [`int.outbox.${key}`]: JSON.stringify(good) })).toEqual([]);
    expect(of({ 'int.outbox.file-1': JSON.stringify(good) })).toHaveLength(1);
  });
});
