import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { MOVING, openPage } from '../../support/browser';
import type { Desk } from '../../support/desk';
import type { PageProblems } from '../../support/pageProblems';
import { takeUncaught } from '../../support/uncaught';
import { lookAtRest, type Plain } from './compare';
import * as steps from './converse';
import { lookAt } from './look';
import { launcherIsOnTheScreen, PHONE, windowFillsTheScreen } from './phone';
import type { Row } from './row';
import type { PageServer } from './servePages';

export type Place = { browser: Browser; desk: Desk; server: PageServer };

const TYPES: Record<string, string> = {
  script: 'text/javascript',
  stylesheet: 'text/css',
  document: 'text/html',
};

/** Answers for every other host with nothing, as a page on its way to them would only wait. */
const blockOthers = (context: BrowserContext) =>
  context.route(
    ({ hostname }) => hostname !== 'localhost' && hostname !== '127.0.0.1',
    (route) => {
      const { origin = '*' } = route.request().headers();
      return route.fulfill({
        body: '',
        contentType: TYPES[route.request().resourceType()] ?? 'text/plain',
        headers: { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' },
      });
    },
  );

/** Problems without what differs each time: addresses with numbers and lines. */
const textsOf = ({ consoleErrors, pageErrors, cspViolations }: PageProblems): string[] =>
  [...consoleErrors, ...pageErrors, ...cspViolations].map((text) =>
    text.replace(/\?plain/g, '').replace(/\d+/g, '0'),
  );

/** The origins that scripts of a page come from or ask. */
const originsAsked = (page: Page): Set<string> => {
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (/script|fetch|xhr/.test(request.resourceType())) origins.add(new URL(request.url()).origin);
  });
  return origins;
};

const openRow = async ({ browser }: Place, options = {}) => {
  // The problems of a page are compared with those that it has without Porch.
  const opened = await openPage(browser, { ...MOVING, possibleProblems: [/^/], ...options });
  await blockOthers(opened.page.context());
  return { ...opened, look: await lookAt(opened.page), asked: originsAsked(opened.page) };
};

/** Loads the page without Porch, twice. @returns what it is like, its own problems and the origins that it asks */
const visitPlain = async (
  place: Place,
  row: Row,
): Promise<{ plain: Plain; own: Set<string>; origins: Set<string> }> => {
  const { page, look, problems, asked, close } = await openRow(place);
  const once = async () => {
    await page.goto(place.server.addressOf(row, false));
    if (row.afterwards) await look.askPage(row.afterwards);
    return lookAtRest(row, look);
  };
  const plain = [await once(), await once()] as const;
  await close();
  return { plain, own: new Set(textsOf(problems)), origins: asked };
};

let visits = 0;

const talk = async (visitor: steps.Visitor, plain: Plain) => {
  const { row, page } = visitor;
  const { step } = steps;
  visits += 1;
  const texts = [`Question ${visits}`, `Answer ${visits}`] as const;
  if (row.limitation) {
    const { limitation } = row;
    await step('its limitation holds', () => steps.limitationHolds(visitor, limitation));
    if (!limitation.ends) return;
  } else await step('the page is as without Porch', () => steps.pageIsUnchanged(visitor, plain));
  await step('launcher at its corner', () => steps.launcherIsAtItsCorner(visitor));
  await step('a click opens the window', () => steps.launcherOpens(visitor));
  await step('the window in its place', () => steps.windowIsInItsPlace(visitor));
  const id = await step('the text arrives', () => steps.typedTextArrives(visitor, texts[0]));
  if (row.meanwhile) {
    const { meanwhile } = row;
    await step('what is half written stays', () => steps.draftStays(visitor, meanwhile));
  }
  await step('the answer arrives', () => steps.answerArrives(visitor, id, texts[1]));
  await step('a click closes the window', () => steps.launcherCloses(visitor));
  if (row.link) {
    const { link } = row;
    await step('a link and Back keep it', () => steps.linkAndBackKeepIt(visitor, link, texts));
  }
  await page.reload();
  if (row.limitation?.ends) {
    await step('launcher after a reload', () => steps.launcherIsShown(visitor));
    if (row.afterwards) await visitor.look.askPage(row.afterwards);
    await visitor.look.askPage(row.limitation.ends);
  }
  await step('the conversation is there after a reload', () =>
    steps.conversationIsThere(visitor, texts, !!row.link),
  );
};

const onPhone = async (place: Place, row: Row): Promise<PageProblems> => {
  const { page, look, problems, close } = await openRow(place, PHONE);
  const visitor = { row, desk: place.desk, page, look };
  await page.goto(place.server.addressOf(row));
  await steps.step('launcher on a phone', () => launcherIsOnTheScreen(visitor));
  if (row.afterwards) await look.askPage(row.afterwards);
  if (row.limitation?.ends) await look.askPage(row.limitation.ends);
  await steps.step('the window on a phone', () => windowFillsTheScreen(visitor));
  await close();
  return problems;
};

/** Holds the conversation of the table on one page, on a desktop and on a phone. */
export const visitRow = async (place: Place, row: Row): Promise<void> => {
  const { plain, own, origins } = await visitPlain(place, row);
  const { page, look, problems, asked } = await openRow(place);
  const visitor = { row, desk: place.desk, page, look };
  await page.goto(place.server.addressOf(row));
  if (row.limitation?.launcher !== 'absent')
    await steps.step('the launcher is shown', () => steps.launcherIsShown(visitor));
  if (row.afterwards) await look.askPage(row.afterwards);
  await talk(visitor, plain);
  const endless = row.limitation && !row.limitation.ends;
  const phone = row.withoutPhone || endless ? undefined : await onPhone(place, row);
  const all = [problems, ...(phone ? [phone] : [])].flatMap(textsOf);
  // Those of the page itself are among these, too.
  takeUncaught();
  const isOwn = (text: string) => own.has(text) || row.possibleProblems?.some((each) => each.test(text));
  expect(
    all.filter((text) => !isOwn(text)),
    'problems that the page does not have without Porch',
  ).toEqual([]);
  const possible = new Set([...origins, place.desk.origin]);
  expect(
    [...asked].filter((origin) => !possible.has(origin) && !row.possibleOrigins?.test(origin)),
    'origins that the page does not ask without Porch',
  ).toEqual([]);
};
