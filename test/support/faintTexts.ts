import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { customCss } from '../../src/features/appearance/customCss';
import { decodeCustomization } from '../../src/wire/theme';

export type Faint = { problems: string[]; texts: number; places: number };

/** Compares every visible text with its background in each matching document. Runs in the page. */
export const faintTexts = (selector: string): Faint => {
  type Color = [number, number, number, number];
  const read = (css: string): Color => {
    const [r = 0, g = 0, b = 0, a = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return css.startsWith('color(') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const lay = ([r, g, b, a]: Color, [x, y, z]: Color): Color => [
    r * a + x * (1 - a),
    g * a + y * (1 - a),
    b * a + z * (1 - a),
    1,
  ];
  const light = ([r, g, b]: Color) => {
    const [x, y, z] = [r, g, b].map((v) =>
      v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number];
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ratio = (a: Color, b: Color) => {
    const [high, low] = [light(a), light(b)].sort((m, n) => n - m) as [number, number];
    return (high + 0.05) / (low + 0.05);
  };
  const out: Faint = { problems: [], texts: 0, places: 0 };
  const frames = [...document.querySelectorAll<HTMLIFrameElement>(selector)];
  const inRoots = [...document.querySelectorAll('*')].flatMap((e) =>
    e.shadowRoot ? [...e.shadowRoot.querySelectorAll<HTMLIFrameElement>(selector)] : [],
  );
  for (const frame of [...frames, ...inRoots]) {
    const doc = frame.contentDocument;
    const view = frame.contentWindow;
    if (!doc || !view) continue;
    const known = new Map<Element, Color>();
    const behind = (element: Element): Color => {
      const found = known.get(element);
      if (found) return found;
      const own = read(view.getComputedStyle(element).backgroundColor);
      const parent = element.parentElement;
      const color = own[3] === 1 ? own : lay(own, parent ? behind(parent) : [255, 255, 255, 1]);
      known.set(element, color);
      return color;
    };
    const seen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        !element.closest('[aria-disabled],:disabled,option,script,style') &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    const check = (what: string, color: string, element: Element) => {
      const under = behind(element);
      const found = ratio(lay(read(color), under), under);
      out.texts += 1;
      if (found < 4.5)
        out.problems.push(`${frame.title}: ${what}: ${color} on ${under}: ${found.toFixed(2)}`);
    };
    out.places += 1;
    const walker = doc.createTreeWalker(doc.body, 4);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      const text = node.textContent?.trim();
      if (text && seen(element)) check(text.slice(0, 40), view.getComputedStyle(element).color, element);
    }
    for (const box of doc.querySelectorAll<HTMLInputElement>('textarea,input')) {
      if (box.placeholder && seen(box))
        check(box.placeholder, view.getComputedStyle(box, '::placeholder').color, box);
    }
  }
  return out;
};

/** Sets one extra style sheet in every frame of the gallery, and replaces the previous one. */
const applyStyleSheet = (page: Page, css: string) =>
  page.evaluate((text) => {
    for (const frame of document.querySelectorAll('iframe')) {
      const doc = frame.contentDocument as Document & { dressed?: CSSStyleSheet };
      const view = frame.contentWindow as Window & typeof globalThis;
      if (!doc.dressed) {
        doc.dressed = new view.CSSStyleSheet();
        doc.adoptedStyleSheets = [...doc.adoptedStyleSheets, doc.dressed];
      }
      doc.dressed.replaceSync(
        `${text}*,*::before,*::after{animation:none!important;transition:none!important}`,
      );
    }
  }, css);

const PALETTES: [string, Record<string, string>][] = [
  ['nobody’s', {}],
  ['a bank’s', { primary: '#003057', message: '#0a5c8a', action: '#c8102e', background: '#f4f6f8' }],
  [
    'a sweet shop’s',
    {
      primary: '#ff69b4',
      message: '#ffe066',
      action: '#9bf6ff',
      businessMessage: '#fdffb6',
      notify: '#caffbf',
    },
  ],
  [
    'nobody’s friend’s',
    {
      primary: '#777777',
      background: '#7a7a7a',
      message: '#808080',
      action: '#757575',
      elevated: '#ffffff',
      card: '#000000',
      businessMessage: 'rgba(255, 0, 0, 0.4)',
      error: '#ff0000',
      onBackground: '#7b7b7b',
      onSecondaryAction: '#0000ff',
    },
  ],
];

/**
 * Lists the texts of the gallery below 4.5:1 in the colours of the first visit, and for each palette in both schemes.
 * Leaves the cards in their own colours.
 */
export const faintInEachPalette = async (page: Page): Promise<Record<string, string[]>> => {
  const failed: Record<string, string[]> = {};
  const look = async (name: string, css: string) => {
    await applyStyleSheet(page, css);
    const { problems, texts, places } = await page.evaluate(faintTexts, 'iframe');
    expect(places).toBeGreaterThan(20);
    expect(texts).toBeGreaterThan(300);
    if (problems.length > 0) failed[name] = [...new Set(problems)].slice(0, 12);
  };
  await look('without the part', '');
  for (const [name, theme] of PALETTES) {
    for (const scheme of ['light', 'dark']) {
      const { customization, problems } = decodeCustomization({ theme: { ...theme, scheme } });
      expect(problems).toEqual([]);
      await look(`${name}, ${scheme}`, customCss(customization, false));
    }
  }
  await applyStyleSheet(page, '');
  return failed;
};
