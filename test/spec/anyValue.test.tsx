import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { CALLS } from '../../src/features/hostCalls/callTable';
import { createVisitor } from './support/visitor';

/** Every method but `destroy`, after which there is nothing to check. */
const METHODS = Object.keys(CALLS).filter((name) => name !== 'messenger.destroy');

const hostile = () =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('hostile');
      },
      ownKeys() {
        throw new Error('hostile');
      },
    },
  );
const circular: Record<string, unknown> = {};
circular.metadata = circular.content = circular;

/** Values that a page may pass, among them some that are nearly right. */
const value = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, maxDepth: 2 }),
  fc.constantFrom<unknown>(
    ...[
      'all',
      'none',
      'de',
      'zh-Hant',
      'c',
      0,
      5,
      -1,
      null,
      undefined,
      true,
      Symbol('s'),
      circular,
      hostile(),
    ],
    () => {},
    () => {
      throw new Error('mine');
    },
    (message: unknown) => message,
    { screen: 'Conversation', options: { conversationId: 'c' } },
    { content: { type: 'text', text: 'Hello' }, metadata: circular },
    { displayName: 'x', message: { content: { type: 'text', text: 5 } } },
    { theme: { primary: '#fff' }, labels: { composer_label: 7 } },
  ),
);

it('any value passed to any method never throws, and leaves the state valid', async () => {
  // `debug` without a function logs.
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const visitor = await createVisitor({ messenger: { canUserSeeConversationList: true } });
  // Loads the files of the calls, so that each takes effect at once.
  for (const name of METHODS) await visitor.zE(...(name.split('.') as [string, string]));
  const call = fc.tuple(fc.constantFrom(...METHODS), fc.array(value, { maxLength: 3 }));
  fc.assert(
    fc.property(call, ([name, args]) => {
      const given = visitor.call(...name.split('.'), ...args);
      if (name.startsWith('messenger:on.')) (given as () => void)();
      else if (!/^messenger:/.test(name)) expect(given).toBeUndefined();
      expect(Number.isFinite(visitor.settings.zIndex.value)).toBe(true);
      expect(['all', 'functional', 'none']).toContain(visitor.consent.level.value);
      expect(typeof visitor.router.widgetOpen.value).toBe('boolean');
      expect(typeof visitor.launcher.hidden.value).toBe('boolean');
    }),
    { numRuns: 10_000 },
  );
  await visitor.zE('messenger:set', 'beforeMessageSent', (message: unknown) => message);
  await visitor.zE('messenger', 'show');
  await visitor.zE('messenger', 'open');
  expect(visitor.locale.words.value?.locale).toBe('en-us');
  expect(visitor.unread.value).toBe(0);
  for (const held of visitor.messages.of(visitor.active()?._id ?? '').value)
    expect([typeof held.key, typeof held.received]).toEqual(['string', 'number']);
});
