import type { BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import type { OpenedPage } from './browser';
import { openPage } from './browser';
import { agent, basic, createVisitor, sendText, signedIn, type Visitor } from './deskClient';
import { fixture } from './hostPages';
import { signJwt } from './jwt';
import { setUp } from './setUp';
import { type Widget, widgetOf } from './widget';

const KEY = { id: 'shop', secret: 'a secret of at least thirty-two characters' };

/** What a publisher may paste before the loader. */
const STUB = 'window.zE = function () { (zE.q = zE.q || []).push(arguments) };';

/** Suppliers and callbacks of the page: what the callbacks were told stands in `heard`. */
const HELPERS = `
  window.heard = [];
  window.tell = (name) => (error) => heard.push([name, error ? error.reason : error]);
  window.gives = (name) => (give) => give(window.jwts[name]);
`;

/** Somebody the publisher knows, with a history at the desk. */
export type Person = { name: string; jwt: string; text: string; conversationId: string; id: string };

/** Everything in the browser that outlives the page. */
export const stored = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

export const heard = (page: Page) => page.evaluate('heard') as Promise<unknown[]>;

let people = 0;

/** A desk with a signing key, and pages of a publisher that log visitors in to it. */
export const setUpLogin = async () => {
  const { browser, desk, pages } = await setUp({ settings: { auth: { signingKeys: [KEY] } } });

  const jwtOf = (name: string, more: Record<string, unknown> = {}) =>
    signJwt(KEY, { external_id: name, name, ...more });

  /** Somebody with a token who has been here before. */
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

  /** Somebody without a name who has been here before, and what their browser holds of it. */
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

  /** The address of a page whose script makes these calls before the loader is there. */
  const pageWith = (persons: readonly Person[], before = ''): string => {
    const jwts = Object.fromEntries(persons.map((p) => [p.name, p.jwt]));
    const script = `window.jwts = ${JSON.stringify(jwts)}; ${HELPERS} ${before && STUB + before}`;
    return pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: `<script>${script}</script>` }));
  };

  const open = async (options?: BrowserContextOptions): Promise<OpenedPage & Widget> => {
    const opened = await openPage(browser, options);
    return { ...opened, ...widgetOf(opened.page) };
  };

  /** Another tab of the same browser. */
  const openTab = async (context: BrowserContext, url: string): Promise<Widget> => {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(url);
    return widgetOf(page);
  };

  /** All that the team has heard from one person or visitor. */
  const textsOf = async (conversationId: string): Promise<(string | undefined)[]> => {
    const { body } = await agent(desk)('GET', `/conversations/${conversationId}/messages`);
    return body.messages.map((m) => m.text);
  };

  return { browser, desk, pages, jwtOf, person, returning, pageWith, open, openTab, textsOf, basic };
};

/** Holds requests for what this matches until they are released. */
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
