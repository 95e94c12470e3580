import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OpenedPage } from '../support/browser';

/** All element types that Porch itself draws. */
const OURS =
  'html head body div span p b i ul ol li h1 h2 header main footer nav section form textarea button svg path circle rect ' +
  'time small a bdi bdo input label select option dl dt dd blockquote code em strong img progress canvas meta';

type Seen = { found: string[]; elements: number; pictures: string[] };

/** Finds foreign content in Porch's documents, and whether a script ran. Counts the elements it examined. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate((ours) => {
    const known = new Set(ours.split(' '));
    const found = new Set<string>();
    const pictures = new Set<string>();
    const hosts = [...document.querySelectorAll('[data-porch]')];
    if (hosts.length !== 1) found.add(`${hosts.length} hosts`);
    const root = hosts[0]?.shadowRoot;
    const frames = [...(root?.querySelectorAll('iframe') ?? [])];
    const realms = [...document.querySelectorAll('iframe')];
    const inside = frames.flatMap((frame) => (frame.contentDocument ? [frame.contentDocument] : []));
    const shown = [...(root?.querySelectorAll('*') ?? [])].filter((e) => e.tagName !== 'IFRAME');
    for (const doc of inside) shown.push(...doc.querySelectorAll('*'));
    for (const element of shown) {
      const tag = element.tagName.toLowerCase();
      // An agent's page must be in a sandboxed frame that cannot affect its surroundings.
      const box = tag === 'iframe' ? (element.getAttribute('sandbox') ?? 'none') : undefined;
      if (box ? /none|top-nav|modals|same-origin/.test(box) : !known.has(tag))
        found.add(`<${tag}> ${box ?? ''}`);
      for (const { name, value } of element.attributes) {
        if (/^on|^srcdoc$|^(form)?action$|^srcset$|^ping$|^background$|^poster$|^data$|^is$/i.test(name)) {
          found.add(`${tag}[${name}]`);
        }
        if (/href$/i.test(name) && !/^(https?:\/\/|mailto:|tel:)/.test(value)) found.add(`href=${value}`);
        if (name === 'src' && !/^https?:\/\//.test(value)) found.add(`src=${value}`);
        if (name === 'src') pictures.add(value);
        if (name === 'style' && /url|expression|import|hacked/i.test(value)) found.add(`style=${value}`);
      }
      // Servers of images and frames must not learn which page shows them.
      if (element.hasAttribute('src') && element.getAttribute('referrerpolicy') !== 'no-referrer') {
        found.add(`<${tag}> with a referrer`);
      }
      if (tag === 'a' && element.getAttribute('rel') !== 'noopener noreferrer') found.add('rel');
      if (tag === 'a' && element.getAttribute('target') !== '_blank') found.add('target');
    }
    // The page keeps its own elements; Porch adds only one host element, and one hidden frame on intent.
    for (const element of document.body.querySelectorAll('*')) {
      if (!/^(H1|P|BUTTON)$/.test(element.tagName)) found.add(`<${element.tagName}> on the page`);
    }
    if (realms.length > 1) found.add(`${realms.length} frames on the page`);
    // No text from a server may become a CSS rule.
    for (const place of [root, ...inside]) {
      for (const sheet of [...(place?.adoptedStyleSheets ?? []), ...(place?.styleSheets ?? [])]) {
        for (const rule of sheet.cssRules) {
          if (/url\(|@import|evil|hacked|expression/i.test(rule.cssText)) found.add(`rule ${rule.cssText}`);
        }
      }
    }
    for (const realm of [window, ...[...realms, ...frames].map((f) => f.contentWindow)]) {
      if (realm && 'hacked' in realm) found.add('hacked');
    }
    return { found: [...found], elements: shown.length, pictures: [...pictures] };
  }, OURS);

export type Guard = {
  /** @param elements the minimum number of elements that must have been examined */
  expectHarmless(address: string, elements?: number): Promise<void>;
};

/**
 * Watches for everything a string could do if it were not treated as text.
 * @param homes the only addresses that may be requested
 * @param more.pictures hosts that may be requested for images only
 * @param more.frames addresses that a frame may show
 */
export const guard = (
  opened: OpenedPage,
  homes: string[],
  { pictures = [], frames = [] }: { pictures?: string[]; frames?: string[] } = {},
): Guard => {
  const { page } = opened;
  const signs: string[] = [];
  const home = new Set(homes.map((address) => new URL(address).host));
  page.on('dialog', (dialog) => {
    signs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (other) => signs.push(`opened: ${other.url()}`));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    const picture = request.resourceType() === 'image' && pictures.includes(host);
    if (!picture && !(home.has(host) && /^http/.test(protocol)) && request.url() !== 'data:,') {
      signs.push(`asked: ${request.url()}`);
    }
  });
  page.on('framenavigated', (frame) => {
    const isOurs =
      frame === page.mainFrame() || frame.url() === 'about:blank' || frames.includes(frame.url());
    if (!isOurs) signs.push(`frame went: ${frame.url()}`);
  });
  return {
    async expectHarmless(address, elements = 10) {
      const seen = await look(page);
      expect(seen.found).toEqual([]);
      expect(seen.elements).toBeGreaterThanOrEqual(elements);
      expect(signs).toEqual([]);
      expect(page.url()).toBe(address);
    },
  };
};

/** Characters that change the reading direction. None of them may be displayed. */
export const TURNS = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The text as HTML displays it, shortened to its start. Markup stays; direction characters, lone surrogates
 * and NUL do not.
 */
export const shownAs = (text: string): string =>
  text
    .replace(TURNS, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .trim()
    .slice(0, 500);

/**
 * @returns the `expected` texts that `shown` lacks; if it lacks all of them, the test reads the wrong element
 */
export const missing = (shown: readonly (string | null)[], expected: readonly string[]): string[] => {
  const all = new Set(shown.map((text) => shownAs(text ?? '')));
  return [...new Set(expected.map(shownAs))].filter((text) => !all.has(text));
};

export const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
