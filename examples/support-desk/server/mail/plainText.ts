import type { HtmlToTextOptions } from 'html-to-text';
import * as layout from './htmlLayout';
import * as marks from './htmlMarks';
import { leanHtml, type Picture } from './leanHtml';

/** More takes longer than half a second to read. Additions by programs besides words do not count. */
const MAX_HTML = 800_000;
/** Deeper elements become siblings. */
const MAX_NESTED = 90;
const MAX_DEPTH = 100;
/** What html-to-text writes for deeper ones: tags within attributes are not counted. No text contains this character. */
const CUT = '\ufdd0';
/** How many elements may be open at once. Many more take long to read, and no program nests so many. */
const MAX_OPEN = 500;
const TAG = /<(\/?)([a-z][^\s/>]{0,30})/gi;
/** Elements without content. */
const EMPTY = /^(area|base|br|col|hr|img|input|link|meta|param|source|wbr)$/;
/** Elements that end where another of their kind begins. */
const ENDS_ALONE = /^(dd|dt|li|option|p|td|th|tr)$/;
/** Inline elements. */
const INLINE =
  /^(?:[abiqsu]|abbr|bdi|big|cite|code|del|em|font|ins|label|mark|small|span|strike|strong|su[bp]|tt|.*:.*)$/;
const SKIPPED = ['style', 'script', 'title'];

/** What hides an element: its words are for programs, such as those that list emails. */
const HIDDEN = [
  '[hidden]',
  ...[
    'display:none',
    'display: none',
    'visibility:hidden',
    'visibility: hidden',
    'mso-hide:all',
    'mso-hide: all',
  ].map((style) => `[style*="${style}" i]`),
];

const skip = (selector: string) => ({ selector, format: 'skip' });

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // A zero-width character is not a space: it may be inside a word or an address.
  whitespaceCharacters: ' \t\r\n\f',
  // All of it is read: programs write around a quoted page, and browsers show words outside a `body`.
  baseElements: { selectors: [] },
  limits: { maxInputLength: MAX_HTML, maxDepth: MAX_DEPTH, ellipsis: CUT },
  formatters: {
    ...layout.formatters,
    ...marks.formatters,
    cell: (element, walk, builder) => {
      walk(element.children ?? [], builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...[...SKIPPED, 'head > xml'].map(skip),
    ...layout.selectors,
    ...marks.selectors,
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    // Yahoo marks the earlier email in no other way.
    { selector: 'div.yahoo_quoted', format: 'blockquote' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};
const SEEN: HtmlToTextOptions = { ...OPTIONS, selectors: [...OPTIONS.selectors, ...HIDDEN.map(skip)] };

/**
 * HTML in which deeper elements are siblings: time grows with each level of quotes and lists.
 * @throws RangeError if too many elements are open at once
 */
const flattened = (html: string): string => {
  const open: string[] = [];
  return html.replace(TAG, (tag: string, slash: string, given: string) => {
    const name = given.toLowerCase();
    const flat = `<${slash}${INLINE.test(name) ? 'wbr' : 'dt'} `;
    if (slash) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      return at < MAX_NESTED ? tag : flat;
    }
    if (EMPTY.test(name) || SKIPPED.includes(name)) return tag;
    if (open.at(-1) === name && ENDS_ALONE.test(name)) open.pop();
    if (open.push(name) > MAX_OPEN) throw new RangeError('The HTML is nested too deeply');
    return open.length > MAX_NESTED ? flat : tag;
  });
};

/** The text of HTML, and its pictures. `isCut` means that there is more than is read. */
export type HtmlText = { text: string; pictures: Picture[]; isCut: boolean };

/**
 * The text of HTML, with `>` before quotes. Nothing runs or is loaded.
 * @throws RangeError if it nests too many elements
 */
export const textOfHtml = async (html: string): Promise<HtmlText> => {
  const { lean, pictures } = leanHtml(html);
  const flat = flattened(lean.slice(0, MAX_HTML));
  const begins = flat.slice(0, MAX_HTML);
  const { convert } = await import('html-to-text');
  const seen = convert(begins, SEEN);
  // If everything in an email is hidden, the rule must be wrong.
  const text = seen.trim() === '' ? convert(begins, OPTIONS) : seen;
  const isCut = lean.length > MAX_HTML || flat.length > MAX_HTML || text.includes(CUT);
  return { text: text.replaceAll(CUT, '...'), pictures, isCut };
};
