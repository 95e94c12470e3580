import { expect, it, vi } from 'vitest';
import { askedBy, isLookOnly } from '../../../src/model/firstCall';
import { takeFirst } from '../../../src/services/takeFirst';
import { creationBody, describeClient } from '../../../src/wire/clientInfo';
import { createFakePage } from '../../support/fakePage';

const URL = 'https://desk.example/sc/sdk/v2/apps/app/appusers';

const creation = (referenceId: string, more: object = {}, locale = 'en-us') =>
  JSON.stringify({
    ...creationBody(describeClient(createFakePage(), 'client', 'int'), locale, referenceId),
    ...more,
  });

/** Makes a first call, and then one more. @returns whether the second one was answered by the first */
const isTaken = async (
  first: { method?: string; url?: string; authorization?: string; body?: string },
  next: { method?: string; url?: string; authorization?: string; body?: string },
) => {
  const { method = 'POST', url = URL, authorization, body } = first;
  const made = new Response('first');
  const fetch = takeFirst(
    {
      asked: askedBy(method, url, authorization, body),
      answer: Promise.resolve(made),
      abort: () => {},
    },
    async () => new Response('other'),
  );
  const answer = await fetch(next.url ?? URL, {
    method: next.method ?? 'POST',
    headers: next.authorization ? { Authorization: next.authorization } : {},
    body: next.body,
  });
  return answer === made;
};

it('a creation is answered by the one that was made before, whatever both tell of the browser', async () => {
  const body = creation('a'.repeat(32));
  expect(await isTaken({ body }, { body: creation('a'.repeat(32), {}, 'de') })).toBe(true);
});

it.each([
  ['another id', creation('b'.repeat(32))],
  ['what a campaign asked', creation('a'.repeat(32), { intent: 'proactiveMessaging' })],
  ['what the page says of the visitor', creation('a'.repeat(32), { properties: { plan: 'big' } })],
  [
    'what the page says of the conversation',
    creation('a'.repeat(32), { conversation: { type: 'personal', metadata: { cart: 3 } } }),
  ],
])('a creation with %s is made', async (_, body) => {
  expect(await isTaken({ body: creation('a'.repeat(32)) }, { body })).toBe(false);
});

it('a stored visitor is read once by the same session, and by no other', async () => {
  const first = { method: 'GET', url: `${URL}/u`, authorization: 'Basic abc' };
  expect(await isTaken(first, first)).toBe(true);
  expect(await isTaken(first, { ...first, authorization: 'Basic abd' })).toBe(false);
  expect(await isTaken(first, { ...first, authorization: undefined })).toBe(false);
  expect(await isTaken(first, { ...first, url: `${URL}/v` })).toBe(false);
});

it('an answer is taken once, so that a call that is repeated is made', async () => {
  const fetch = vi.fn(async () => new Response('again'));
  const made = new Response('first');
  const take = takeFirst(
    { asked: askedBy('GET', URL), answer: Promise.resolve(made), abort: () => {} },
    fetch as typeof globalThis.fetch,
  );
  const ask = () => take(URL, { method: 'GET' });
  expect(await ask()).toBe(made);
  expect(await (await ask()).text()).toBe('again');
  expect(fetch).toHaveBeenCalledOnce();
});

it('a call that is given up gives up the one that was made before', async () => {
  const abort = vi.fn();
  const take = takeFirst({ asked: askedBy('GET', URL), answer: new Promise(() => {}), abort }, fetch);
  const given = new AbortController();
  void take(URL, { method: 'GET', signal: given.signal });
  expect(abort).not.toHaveBeenCalled();
  given.abort();
  expect(abort).toHaveBeenCalledOnce();
});

it.each([
  ['messenger.open', true],
  ['messenger.show', true],
  ['messenger:on.unreadMessages', true],
  ['messenger.openCampaign', false],
  ['messenger.loginUser', false],
  ['messenger.logoutUser', false],
  ['messenger.resetWidget', false],
  ['messenger:set.cookies', false],
  ['messenger:set.locale', false],
  ['messenger:set.conversationFields', false],
])('after the call %s, a first call counts: %s', (method, counts) => {
  expect(isLookOnly([{ method: 'messenger.open' }, { method }])).toBe(counts);
});

it('reads the page’s calls past methods of the page’s own', () => {
  const calls = Object.assign([{ method: 'messenger:set.cookies' }], { every: () => true });
  expect(isLookOnly(calls)).toBe(false);
});
