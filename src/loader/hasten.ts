import { problemOf, suncoUrl } from '../model/baseUrls';
import { askedBy, type FirstCall, isLookOnly } from '../model/firstCall';
import type { Realm } from '../platform/frames';
import { describePage } from '../platform/page';
import { clientHeaders, creationBody, describeClient, sessionCredential } from '../wire/clientInfo';
import type { Handover } from './handover';
import { whenOpen } from './whenOpen';

/** The files that a first opening needs beside the messenger's, in the order of need. Set by the build. */
declare const PORCH_OPENING: string;

/** The entries that a browser may have before its first visitor is created. */
const OF_NEWCOMER = /\.(clientId|creationId|typed|seen)$/;

/** What is stored about the visitor, under the keys of `slices/storedVisitor.ts`. */
const storedIn = (realm: Realm, host: Window, integrationId: string, remembers: boolean) => {
  // The page's, as the messenger uses it: a page may have put another in its place.
  const { localStorage, sessionStorage } = host;
  const storage = remembers ? localStorage : sessionStorage;
  const prefix = `ZD-${integrationId}.`;
  const get = (name: string) => storage.getItem(prefix + name) ?? '';
  return {
    get,
    /** Whether there is no sign of an earlier visitor, in this tab or in the browser. */
    isNewcomer: [localStorage, sessionStorage].every((area) =>
      realm.Object.keys(area).every((key) => !key.includes(integrationId) || OF_NEWCOMER.test(key)),
    ),
    /** Set for a visitor from an email's link, who exists only in this tab. */
    linked: sessionStorage.getItem(`${prefix}linked`),
    /**
     * An id that is made on first use.
     * @throws where it cannot be kept
     */
    keptId(name: string): string {
      if (!get(name)) storage.setItem(prefix + name, realm.crypto.randomUUID().replace(/-/g, ''));
      return (/^[\w-]{1,99}$/.exec(get(name)) as RegExpExecArray)[0];
    },
  };
};

/** A text of the configuration, which is as received. */
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** How the service fetches or creates the visitor. */
type Ask = { method: string; path: string; credential?: string; body?: string };

type Stored = ReturnType<typeof storedIn>;

/** Fetches the visitor whose session is stored, unless a login or a leaving concerns them. */
const toRead = (stored: Stored, realm: Realm): Ask | undefined => {
  const [user, session] = [stored.get('appUserId'), stored.get('sessionToken')];
  if (!user || !session || stored.get('externalId') || stored.get('leave') || stored.linked) return undefined;
  return {
    method: 'GET',
    path: `/${realm.encodeURIComponent(user)}`,
    credential: sessionCredential(user, session),
  };
};

/** Creates a new visitor, if a window is open that no campaign has opened. */
const toCreate = (
  stored: Stored,
  { host, config, origin }: Handover,
  realm: Realm,
  integrationId: string,
): Ask | undefined => {
  if (!stored.isNewcomer || origin) return undefined;
  const { locale } = (config as { messenger: { locale?: unknown } }).messenger;
  // Bypasses the page's content with the realm's functions: the page may have replaced `Document` by now.
  const page = describePage(host, (name) => Reflect.get(realm.Document.prototype, name, host.document));
  const client = describeClient(page, stored.keptId('clientId'), integrationId);
  const body = creationBody(client, text(locale) || 'en-us', stored.keptId('creationId'));
  return { method: 'POST', path: '', body: realm.JSON.stringify(realm.structuredClone(body)) };
};

/**
 * Makes the call that the messenger would make first. It fetches the stored visitor or, once the window is open,
 * creates one. It is not made if a call of the page may change who the visitor is.
 * @param onKept called where the browser has kept a log
 * @throws where the browser or the page lacks something
 */
const ask = (
  handover: Handover,
  realm: Realm,
  isOpen: boolean,
  onKept: () => void,
): FirstCall | undefined => {
  const { messenger: m } = handover.config as { messenger: Record<string, unknown> };
  const [appId, integrationId] = [text(m.appId), text(m.integrationId)];
  const base = suncoUrl(text(m.baseUrl));
  if (!isLookOnly(handover.calls) || m.formerIntegrationId || !integrationId || problemOf(base, appId))
    return undefined;
  const stored = storedIn(realm, handover.host, integrationId, m.conversationHistory === 'remember');
  if (stored.get('log')) onKept();
  const asked = toRead(stored, realm) ?? (isOpen && toCreate(stored, handover, realm, integrationId));
  if (!asked) return undefined;
  const { method, path, credential, body } = asked;
  const url = `${base}/v2/apps/${appId}/appusers${path}`;
  const abort = new realm.AbortController();
  const answer = realm.fetch(url, {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...clientHeaders(appId, stored.keptId('clientId'), credential),
    },
    body,
    signal: abort.signal,
  });
  // The messenger repeats a call that has failed.
  answer.catch(() => {});
  return { asked: askedBy(method, url, credential, body), answer, abort: () => abort.abort() };
};

/** Runs what only saves time. If the page has broken what it needs, the messenger does without. */
const quietly = (run: () => void): void => {
  try {
    run();
  } catch {
    // The messenger requests it itself.
  }
};

/**
 * Requests what the messenger will need, while it loads: the visitor, at once if one is stored, otherwise once the
 * window is open; then the files of a first opening. They are requested now, as the page waits here anyway: each request
 * takes time of the page, and the card would wait for those made once the messenger has loaded. Never throws.
 * @param url the address of the messenger's file
 */
export const hasten = (handover: Handover, realm: Realm, url: string): void => {
  const { launcher } = handover;
  if (!launcher) return;
  let isOpen = false;
  /** Asks for a file of the build that the realm will import. */
  const askFile = (name: string) => {
    const link = realm.document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.nonce = handover.script.nonce;
    link.href = new realm.URL(`${name}.js`, url).href;
    // Leaves nothing of it in the window's document.
    link.onload = link.onerror = () => link.remove();
    realm.document.head.append(link);
  };
  const askFiles = () => {
    // The realm's string and array, because the page may have replaced their methods.
    for (const name of new realm.String(PORCH_OPENING).split(' ')) if (name) askFile(name);
  };
  const askVisitor = () => {
    if (handover.live || handover.first) return;
    handover.first = ask(handover, realm, isOpen, () => askFile('kept'));
  };
  quietly(askVisitor);
  const begin = () => {
    isOpen = true;
    quietly(askVisitor);
    quietly(askFiles);
  };
  // After the window is drawn: a click waits for that.
  quietly(() => whenOpen(launcher, realm, () => realm.setTimeout(begin)));
};
