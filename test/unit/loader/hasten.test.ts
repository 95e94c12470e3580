import { expect, it } from 'vitest';
import type { Handover } from '../../../src/loader/handover';
import { hasten } from '../../../src/loader/hasten';
import type { Realm } from '../../../src/platform/frames';
import { createFakeStorage } from '../../support/fakeStorage';

const PREFIX = 'ZD-int.';
const SESSION = { appUserId: 'u1', sessionToken: 't1' };

type Given = {
  stored?: Record<string, string>;
  ofTab?: Record<string, string>;
  calls?: string[];
  messenger?: object;
  isOpen?: boolean;
  handover?: Partial<Handover>;
  folder?: string;
};

/** @returns the call that is made before the messenger is there, if one is */
const firstCall = ({
  stored = {},
  ofTab = {},
  calls = [],
  messenger,
  isOpen = true,
  handover: more,
  folder = '/porch',
}: Given) => {
  const prefixed = (entries: object) =>
    Object.fromEntries(Object.entries(entries).map(([name, value]) => [PREFIX + name, value]));
  const sent: [string, RequestInit][] = [];
  const localStorage = createFakeStorage(prefixed(stored));
  const sessionStorage = createFakeStorage(prefixed(ofTab));
  const asked: { href: string }[] = [];
  const realm = {
    URL: class extends URL {
      constructor(name: string, base: string) {
        super(name, new URL(base, 'https://shop.example'));
      }
    },
    document: {
      createElement: () => ({}),
      head: { append: (link: { href: string }) => void asked.push(link) },
    },
    structuredClone,
    Document: class {},
    Object,
    JSON,
    encodeURIComponent,
    crypto,
    AbortController,
    MutationObserver: class {
      observe() {}
      disconnect() {}
    },
    setTimeout: (run: () => void) => run(),
    fetch: async (url: string, init: RequestInit) => {
      sent.push([url, init]);
      return new Response('{}');
    },
  };
  const handover = {
    script: {},
    host: {
      localStorage,
      sessionStorage,
      location: { href: 'https://shop.example/' },
      navigator: { userAgent: 'a', language: 'en' },
      document: {},
    },
    launcher: { isOpen: () => isOpen, root: { host: {} } },
    calls: calls.map((method) => ({ method })),
    config: {
      messenger: {
        appId: 'app',
        integrationId: 'int',
        baseUrl: 'https://desk.example/sc',
        conversationHistory: 'remember',
        ...messenger,
      },
    },
    ...more,
  } as unknown as Handover;
  hasten(handover, realm as unknown as Realm, `${folder}/abcde/messenger.js`);
  const [made] = sent;
  const files = asked.map(({ href }) => href);
  return {
    made: made && `${made[1].method} ${made[0]}`,
    realm,
    handover,
    localStorage,
    init: made?.[1],
    files,
  };
};

const CREATION = 'POST https://desk.example/sc/sdk/v2/apps/app/appusers';
const READING = 'GET https://desk.example/sc/sdk/v2/apps/app/appusers/u1';

it.each<[string, Given, string | undefined]>([
  ['an open window creates somebody new', {}, CREATION],
  ['a hover does not', { isOpen: false }, undefined],
  ['a stored session is read', { stored: SESSION }, READING],
  ['also while the window is closed', { stored: SESSION, isOpen: false }, READING],
  ['calls that only look change nothing', { calls: ['messenger.open', 'messenger:on.open'] }, CREATION],
  ...[
    'messenger.loginUser',
    'messenger.logoutUser',
    'messenger.resetWidget',
    'messenger:set.cookies',
  ].flatMap((call): [string, Given, undefined][] => [
    [`${call} counts before somebody new`, { calls: [call] }, undefined],
    [`${call} counts before a stored session`, { calls: [call], stored: SESSION }, undefined],
  ]),
  ['a token login of an earlier page is asked first', { stored: { externalId: 'jo' } }, undefined],
  ['as is that of a stored session', { stored: { ...SESSION, externalId: 'jo' } }, undefined],
  [
    'a leaving that waits is carried out first',
    { stored: { ...SESSION, leave: 'messenger.logoutUser' } },
    undefined,
  ],
  ['the visitor of an email’s link is the tab’s', { stored: SESSION, ofTab: { linked: 'true' } }, undefined],
  ['half a session is nobody’s', { stored: { appUserId: 'u1' } }, undefined],
  ['what somebody has not sent may be a known person’s', { stored: { 'outbox.k': '{}' } }, undefined],
  ['what only the tab has kept counts', { ofTab: { appUserId: 'u1' } }, undefined],
  ['the visitor of an earlier integration counts', { messenger: { formerIntegrationId: 'old' } }, undefined],
  ['a campaign says why', { handover: { origin: () => undefined } }, undefined],
  ['a configuration without an address asks nobody', { messenger: { baseUrl: 5 } }, undefined],
  ['nor does one with another’s path', { messenger: { appId: '../x' } }, undefined],
  ['a messenger that runs asks for itself', { handover: { live: {} as never } }, undefined],
])('%s', (_, given, call) => {
  expect(firstCall(given).made).toBe(call);
});

it('keeps the creation’s id, with which the messenger, the next page and other tabs get the same visitor', () => {
  const { localStorage, init } = firstCall({});
  const id = localStorage.getItem(`${PREFIX}creationId`);
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(JSON.parse(String(init?.body)).referenceId).toBe(id);
  expect(firstCall({ stored: { creationId: String(id) } }).init?.body).toContain(String(id));
});

it('makes no call where the browser can keep no id', () => {
  const full = firstCall({ isOpen: false });
  full.localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  Object.assign(full.handover.launcher as object, { isOpen: () => true });
  hasten(full.handover, full.realm as unknown as Realm, '/porch/abcde/messenger.js');
  expect(full.handover.first).toBeUndefined();
});

it.each([
  'https://messenger.example/porch',
  'https://shop.example/messenger.js/porch',
  'http://mymessenger.de/porch',
])('asks for the files beside the messenger’s, at %s too', (folder) => {
  const { files } = firstCall({ stored: { ...SESSION, log: '{}' }, isOpen: false, folder });
  expect(files).toEqual([`${folder}/abcde/kept.js`]);
});
