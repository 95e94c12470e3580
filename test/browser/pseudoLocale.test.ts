import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PSEUDO, pseudoText, pseudoWords } from '../../examples/gallery/src/pseudo';
import english from '../../locales/en-us.json';
import type { OpenedPage } from '../support/browser';
import { forThisFile } from '../support/forThis';
import { dressFrames, galleryReady, resizeFrames, startGallery } from '../support/gallery';
import { lookAtTexts } from '../support/lookAtTexts';

const gallery = await forThisFile(startGallery());

/** Elements that may end with an ellipsis, with the reason why no information is lost. */
const MAY_BE_CUT = [
  // The header's title and description: the publisher's own text of any length, known from the page around
  // it.
  '[data-on=header] h1, header h1, header p',
  // A conversation's name and last message in the list: the conversation shows them in full.
  'li > button h2, li > button p',
  // A campaign's or a message's text above the launcher: a press opens the conversation, which shows it in full.
  '.m p, .p p',
  // An excerpt of a message that the log shows in full.
  'blockquote p',
].join();

const letters = (text: string) => text.replace(/{{\w+}}/g, '').replace(/[^\p{L}]/gu, '').length;

describe('the pseudo-locale', () => {
  it('lengthens every word by 40% at the least and leaves placeholders, plural forms and signs', () => {
    expect(pseudoText('{{count}} new messages, 3 of them')).toBe(
      '{{count}} ññéŵŵ ḿḿéšššáĝĝéšš, 3 óóƒ ţţĥééḿ',
    );
    const words = pseudoWords(english);
    expect(Object.keys(words)).toEqual(Object.keys(english));
    for (const [key, entry] of Object.entries(english)) {
      const forms = (value: unknown): [string, string][] =>
        typeof value === 'string' ? [['', value]] : Object.entries(value as object);
      const longer = new Map(forms(words[key]));
      expect([...longer.keys()], key).toEqual(forms(entry).map(([form]) => form));
      for (const [form, text] of forms(entry)) {
        const other = longer.get(form) ?? '';
        expect(letters(other), key).toBeGreaterThanOrEqual(letters(text) * 1.4);
        expect(other.match(/{{\w+}}/g), key).toEqual(text.match(/{{\w+}}/g));
        expect(other, key).not.toBe(text);
      }
    }
  });
});

/** The text spacing that WCAG 2.2, criterion 1.4.12, lets a reader set. */
const SPACED =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';

type CardsUsed = { faults: string[]; composers: number; scrolled: number };

/**
 * Writes five lines into every composer and scrolls through every log from start to end, then leaves both as they
 * were. Runs in the page.
 */
const useCards = async (): Promise<CardsUsed> => {
  const used: CardsUsed = { faults: [], composers: 0, scrolled: 0 };
  const drawn = async () => {
    for (let i = 0; i < 3; i++) await new Promise((next) => requestAnimationFrame(next));
  };
  const write = async (box: HTMLTextAreaElement, text: string) => {
    box.value = text;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await drawn();
  };
  const useCard = async ({ title, contentDocument: doc, contentWindow: view }: HTMLIFrameElement) => {
    const box = doc?.querySelector('textarea');
    const log = doc?.querySelector('[role=log]');
    const { value: before = '' } = box ?? {};
    // A layer above the conversation would have to be closed first, so skip such cards.
    if (!doc || !view || !box || !log || doc.querySelector('[role=dialog],[role=menu],dialog')) return;
    const whole = (element: Element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isIn = left >= 0 && top >= 0 && right <= view.innerWidth && bottom <= view.innerHeight;
      const hit = doc.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return isIn && element.contains(hit);
    };
    if (!box.readOnly) {
      used.composers += 1;
      box.focus();
      await write(box, 'One\nTwo\nThree\nFour\nFive');
      const send = box.form?.querySelector(':scope > button') as Element;
      if (!whole(box) || box.clientHeight < 44) used.faults.push(`${title}: the text box is not there`);
      if (!whole(send) || send.ariaDisabled) used.faults.push(`${title}: it cannot be sent`);
    }
    const rows = log.querySelectorAll('li,h2,button,p');
    const [first, last] = [rows[0], rows[rows.length - 1]] as [Element, Element];
    if (log.clientHeight < 40) used.faults.push(`${title}: the log is ${log.clientHeight} px high`);
    if (log.scrollHeight > log.clientHeight) used.scrolled += 1;
    log.scrollTop = 0;
    await drawn();
    const edge = log.getBoundingClientRect();
    if (first.getBoundingClientRect().top < edge.top) used.faults.push(`${title}: no way to the beginning`);
    log.scrollTop = log.scrollHeight;
    await drawn();
    if (last.getBoundingClientRect().bottom > edge.bottom + 1)
      used.faults.push(`${title}: no way to the end`);
    if (!box.readOnly) await write(box, before);
  };
  await Promise.all([...document.querySelectorAll('iframe')].map(useCard));
  return used;
};

const expectWhole = async (page: Page, when: string) => {
  const { faults, frames, texts } = await page.evaluate(lookAtTexts, MAY_BE_CUT);
  expect(faults, when).toEqual([]);
  expect(frames, when).toBeGreaterThanOrEqual(60);
  expect(texts, when).toBeGreaterThanOrEqual(1200);
};

const expectUsable = async (page: Page) => {
  const { faults, composers, scrolled } = await page.evaluate(useCards);
  expect(faults).toEqual([]);
  expect(composers).toBeGreaterThanOrEqual(45);
  expect(scrolled).toBeGreaterThanOrEqual(30);
};

/** A style sheet that cuts texts. */
const CUTTING = 'form button,li div p{white-space:nowrap}h2{height:9px;overflow:hidden}';

// One page of each direction serves all its tests, because drawing the states takes longest.
describe.each([['ltr'], ['rtl']])('no text is cut in any state with longer words, %s', (direction) => {
  let opened: OpenedPage;
  beforeAll(async () => {
    opened = await gallery.open({ locale: PSEUDO, size: '320x568', direction });
    // A phone's scrollbars take no room; the zoomed window is as small as a phone.
    await dressFrames(opened, '*{scrollbar-width:none!important}');
  });
  afterAll(() => opened?.close());

  it('in a window of 1280 × 1024 at 4 times its size, and composer and log can be used', async () => {
    await resizeFrames(opened.page, '320x256');
    await expectWhole(opened.page, 'longer');
    await expectUsable(opened.page);
  });

  if (direction === 'rtl') {
    it('at 320x568', async () => {
      await resizeFrames(opened.page, '320x568');
      await expectWhole(opened.page, 'longer');
    });
    return;
  }

  it.each(['320x568', '380x700'])(
    'at %s, also spaced as WCAG 1.4.12 allows, and composer and log can be used',
    async (size) => {
      await resizeFrames(opened.page, size);
      await expectWhole(opened.page, 'longer');
      const undress = await dressFrames(opened, SPACED);
      await expectWhole(opened.page, 'longer and spaced');
      await expectUsable(opened.page);
      const uncut = await dressFrames(opened, CUTTING);
      const { faults } = await opened.page.evaluate(lookAtTexts, MAY_BE_CUT);
      // The check itself sees a text that is cut.
      expect(faults.filter((fault) => fault.includes('is cut below')).length).toBeGreaterThan(0);
      expect(faults.filter((fault) => fault.includes('px wide in')).length).toBeGreaterThan(5);
      await uncut();
      await undress();
    },
  );
});

/**
 * The camera's width, how many px of it overlap the text box, and how much of the placeholder's height is hidden.
 * Runs in the page.
 */
const measureLabel = () => {
  const doc = document.querySelector('iframe')?.contentDocument;
  const box = doc?.querySelector('textarea');
  const camera = box?.form?.querySelector('[capture]')?.previousElementSibling;
  if (!box || !camera) throw new Error('There is no camera');
  const [text, edge] = [box.getBoundingClientRect(), camera.getBoundingClientRect()];
  return {
    camera: edge.width,
    covered: Math.max(0, Math.min(text.right, edge.right) - Math.max(text.left, edge.left)),
    hidden: box.scrollHeight - box.clientHeight,
    // A placeholder that is too long ends in dots; a text box of two lines would move the log.
    lines: Math.round((box.clientHeight - 20) / 24),
  };
};

describe('the composer’s label', () => {
  const LONG = ['en-us', 'de', 'pt', 'nl', 'uk', 'fil', 'ja', 'fa', 'hy', 'ta', 'en-xa'];
  it(`leaves room for the camera on a phone in ${LONG.length} languages`, async () => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } };
    const { page } = await gallery.open({ locale: 'en-us', size: '320x568', find: 'Empty' }, phone);
    for (const locale of LONG) {
      await page.locator('select[name=locale]').selectOption(locale);
      await galleryReady(page, locale);
      expect(await page.evaluate(measureLabel), locale).toEqual({
        camera: 44,
        covered: 0,
        hidden: 0,
        lines: 1,
      });
    }
  });
});
