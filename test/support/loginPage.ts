import type { BrowserContext, Page, Route } from 'playwright-core';
import type { OpenedPage, PageOptions } from './browser';
import { openPage } from './browser';
import { agent, basic, createVisitor, sendText, signedIn, type Visitor } from './deskClient';
import { fixture, STUB } from './hostPages';
import { signJwt } from './jwt';
import { PATIENCE } from './patience.mjs';
import { setUp } from './setUp';
import { type Widget, widgetOf } from './widget';

const KEY = { id: 'shop', secret: 'a secret of at least thirty-two characters' };

/**
 * Page functions that supply tokens and serve as callbacks. `heard` records the arguments of each callback.
 */
const HELPERS = `
  window.heard = [];
  window.tell = (name) => (error) => heard.push([name, error ? error.reason : error]);
  window.gives = (name) => (give) => give(window.jwts[name]);
`;

/** A logged-in visitor who already has a conversation at the desk. */
export type Person = { name: string; jwt: string; text: string; conversationId: string; id: string };

/** Everything that outlives the page: local and session storage. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

export const heard = (page: Page) => page.evaluate('heard') as Promise<unknown[]>;

let people = 0;

/** Starts a desk with a signing key, and a publisher's pages that log visitors in. */
export const setUpLogin = async () => {
  const { browser, desk, pages } = await setUp({ settings: { auth: { signingKeys: [KEY] } } });

  const jwtOf = (name: string, more: Record<string, unknown> = {}) =>
    signJwt(KEY, { external_id: name, name, ...more });

  /** Creates a visitor with a token and an earlier conversation. */
  const person = async (): Promise<Person> => {
    const name = `person-${++people}`;
    const jwt = jwtOf(name);
    const call = signedIn(desk, `Bearer ${jwt}`);
    const { body } = await call('POST', '/login', { client: { platform: 'web', id: name }, userId: name });
    const { _id: id } = body.appUser;
    const made = await call('POST', `/appusers/${id}/conversations`, {});
    const { _id: conversationId } = made.body.conversation;
    const text = `Told by ${name}`;
    await sendText({ id, conversationId, sessionToken: '', call }, text);
    return { name, jwt, text, conversationId, id };
  };

  /**
   * Creates an anonymous visitor with an earlier conversation, and the browser storage that identifies them.
   */
  const returning = async () => {
    const visitor: Visitor = await createVisitor(desk);
    const text = `Told by visitor ${visitor.id}`;
    await sendText(visitor, text);
    const entries = { 'ZD-web.appUserId': visitor.id, 'ZD-web.sessionToken': visitor.sessionToken };
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
    return {
      ...visitor,
      text,
      context: { storageState: { cookies: [], origins: [{ origin: pages.origin, localStorage }] } },
    };
  };

  /** Serves a page whose script makes these calls before the loader runs. @returns its address */
  const pageWith = (persons: readonly Person[], before = ''): string => {
    const jwts = Object.fromEntries(persons.map((p) => [p.name, p.jwt]));
    const script = `window.jwts = ${JSON.stringify(jwts)}; ${HELPERS} ${before && STUB + before}`;
    return pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: `<script>${script}</script>` }));
  };

  const open = async (options?: PageOptions): Promise<OpenedPage & Widget> => {
    const opened = await openPage(browser, options);
    return { ...opened, ...widgetOf(opened.page) };
  };

  /** Opens another tab of the same browser. */
  const openTab = async (context: BrowserContext, url: string): Promise<Widget> => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(url);
    return widgetOf(page);
  };

  /** All texts of a conversation as the desk has them. */
  const textsOf = async (conversationId: string): Promise<(string | undefined)[]> => {
    const { body } = await agent(desk)('GET', `/conversations/${conversationId}/messages`);
    return body.messages.map((m) => m.text);
  };

  return { browser, desk, pages, jwtOf, person, returning, pageWith, open, openTab, textsOf, basic };
};

/** Holds matching requests until they are released. */
export const holdBack = async (page: Page, what: RegExp) => {
  const held: Route[] = [];
  await page.route(what, (route) => void held.push(route));
  return {
    count: () => held.length,
    async release() {
      await Promise.all(held.map((route) => route.continue()));
      await page.unroute(what);
    },
  };
};
