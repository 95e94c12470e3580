import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { nameOfVisitor } from '../../../examples/support-desk/server/domain/inboxViews';
import {
  FIRST_WORDS,
  LAST_WORDS,
  madeUpName,
} from '../../../examples/support-desk/server/model/visitorNames';

it('gives a visitor without a name one of 4,096 friendly names, always the same', () => {
  expect([new Set(FIRST_WORDS).size, new Set(LAST_WORDS).size]).toEqual([64, 64]);
  const ids = Array.from({ length: 2000 }, () => randomBytes(12).toString('hex'));
  const names = ids.map(madeUpName);
  expect(ids.map(madeUpName)).toEqual(names);
  // With 4,096 names of equal chance, 2,000 visitors share about 1,580 of them; every word is used.
  expect(new Set(names).size).toBeGreaterThan(1400);
  for (const [i, words] of [FIRST_WORDS, LAST_WORDS].entries()) {
    expect(new Set(names.map((name) => name.split(' ')[i]))).toEqual(new Set(words));
  }
  for (const odd of ['', 'a', '🎉', 'id-of-a-test'])
    expect(madeUpName(odd)).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
});

it('takes a proven name before one that the page gives, and says who vouches for it', () => {
  const user = {
    id: 'abcdef',
    referenceId: null,
    externalId: null,
    profile: {},
    locale: null,
    conversationStarted: true,
    properties: {},
    clients: [],
    pendingClients: [],
    blockedAt: null,
    corrections: {},
    mergedInto: null,
    createdAt: 0,
  };
  const said = { ...user, properties: { name: 'Ada Lovelace (verified)' } };
  const proven = { ...said, externalId: 'ada', profile: { name: 'Ada' } };
  expect(nameOfVisitor(proven, 'Eve')).toEqual({ displayName: 'Ada', nameFrom: 'login' });
  expect(nameOfVisitor(said)).toEqual({ displayName: 'Ada Lovelace (verified)', nameFrom: 'page' });
  expect(nameOfVisitor(user, 'Eve')).toEqual({ displayName: 'Eve', nameFrom: 'page' });
  expect(nameOfVisitor(user)).toEqual({ displayName: madeUpName('abcdef'), nameFrom: 'desk' });
});
