import { expect, it } from 'vitest';
import { createServices } from '../../../src/services/createServices';
import { createFakeClock } from '../../support/fakeClock';
import { createFakePage } from '../../support/fakePage';

const create = (appUserId?: string, authorization?: string) => {
  const sent: { url: string; headers: Headers }[] = [];
  const services = createServices({
    fetch: (async (url: string, init: RequestInit) => {
      sent.push({ url, headers: new Headers(init.headers) });
      return new Response('{"appUser":{"_id":"u"}}');
    }) as typeof fetch,
    loadHttp: () => import('../../../src/services/http'),
    clock: createFakeClock(),
    page: createFakePage(),
    suncoUrl: 'https://desk.example/sc/sdk',
    appId: 'app',
    integrationId: 'int',
    sessionId: 'session',
    identity: {
      clientId: () => 'client',
      appUserId: { value: appUserId },
      authorization: () => authorization,
    },
  });
  return { services, sent };
};

it('each call carries who makes it, and a credential only where there is one, to the second version (http-4, http-8)', async () => {
  const known = create('u', 'Basic abc');
  await known.services.messaging.getUser('u');
  expect(known.sent[0]?.url).toBe('https://desk.example/sc/sdk/v2/apps/app/appusers/u');
  expect(Object.fromEntries(known.sent[0]?.headers ?? [])).toEqual({
    accept: 'application/json',
    authorization: 'Basic abc',
    'x-smooch-appid': 'app',
    'x-smooch-clientid': 'client',
    'x-smooch-sdk': 'web/porch/0.0.0',
  });
  const unknown = create();
  await unknown.services.messaging.getUser('u');
  expect(unknown.sent[0]?.headers.has('authorization')).toBe(false);
});

it('an author is the visitor with their session and browser (http-14)', () => {
  expect(create('u').services.author()).toMatchObject({
    role: 'appUser',
    appUserId: 'u',
    sessionId: 'session',
    client: { id: 'client', platform: 'web', integrationId: 'int' },
  });
  expect(create().services.author().appUserId).toBe('');
});
