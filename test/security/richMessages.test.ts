import { describe, expect, it } from 'vitest';
import { everyKind, URLS, XSS } from '../component/support/hostileVectors';
import { forThisFile, setUp } from '../support/setUp';
import { attackLog } from './attackedLog';
import { chunks, missing } from './guard';

const { browser, desk } = await setUp();
const attacked = await forThisFile(attackLog(browser, desk));

/** The maximum number of actions in a message. */
const SOME = 50;
const ROUNDS = [
  ...chunks(XSS, SOME).map((some) => some.map((vector) => [vector, vector] as const)),
  ...chunks(URLS, SOME).map((some) => some.map((url) => ['Words', url] as const)),
].map((some, i) => ({ some, part: i + 1 }));

describe('every kind of message, in a browser', () => {
  it.each(ROUNDS)('is drawn as text and safe links only, part $part', async ({ some }) => {
    const raws = some.flatMap(([vector, url]) => everyKind(vector, url));
    const replies = some.map(([text, iconUrl]) => ({ type: 'reply', text, payload: text, iconUrl }));
    const { show, widget, watched, address } = attacked;
    await show(raws, { actions: replies });
    const { log } = widget;
    const texts = some.map(([vector]) => vector);
    const said = (selector: string) => log.locator(selector).allTextContents();

    expect(await log.locator('li').count()).toBeGreaterThan(raws.length);
    // Every kind of element has shown every text.
    expect(missing(await said('p[dir=auto]'), texts), 'texts').toEqual([]);
    expect(missing(await said('ol[tabindex] b'), texts), 'titles of cards').toEqual([]);
    expect(missing(await said('ol[tabindex] b + p'), texts), 'what cards say').toEqual([]);
    expect(missing(await said('ol:not([tabindex]) > li > div > b'), texts), 'titles of rows').toEqual([]);
    expect(missing(await said('p > b'), texts), 'places').toEqual([]);
    expect(missing(await said('button bdi'), texts), 'buttons').toEqual([]);
    expect(missing(await said('li:last-of-type > div:last-child > button > bdi'), texts), 'replies').toEqual(
      [],
    );
    expect(missing(await said('li span'), ['AI', 'Bot']), 'marks').toEqual([]);
    // What is no web address is no link: all that are, are ours.
    const hrefs = await log.locator('a').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    const known = /^https:\/\/(www\.openstreetmap\.org|a\.example)\//;
    expect(hrefs.filter((href) => !known.test(href))).toEqual([]);
    const alts = texts.map((text) => `(${text})`);
    expect(missing(await said('span > bdi'), alts), 'pictures').toEqual([]);
    expect(missing(await said('blockquote p'), texts), 'quotes').toEqual([]);
    expect(missing(await said('b + ol li > :first-child'), texts), 'sources').toEqual([]);
    await watched.expectHarmless(address, raws.length * 5);
  });
});
