import type { HtmlElement, HtmlToTextOptions } from 'html-to-text';
import { picture, showsMore } from './htmlPictures';

const RAISED = new Map([...'0123456789+-=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at] ?? '']));
const LOWERED = new Map([...'0123456789+-=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? '']));

/** Meaning that only HTML has: raised or lowered numbers, and struck-out words. */
const MARKS = /[⁰¹²³⁴-⁹₀-₉]|~~/;

/** Whether a text has marks that its plain version cannot have. */
export const saysMore = (html: string, plain: string): boolean =>
  (MARKS.test(html) && !MARKS.test(plain)) || showsMore(html, plain);

const wordsIn = ({ data = '', children = [] }: HtmlElement): string => data + children.map(wordsIn).join('');

type Formatters = NonNullable<HtmlToTextOptions['formatters']>;

/** Numbers have their own characters; letters are clear without. */
const shifted =
  (signs: ReadonlyMap<string, string>): Formatters[string] =>
  (element, walk, builder) => {
    const marks = [...wordsIn(element)].map((sign) => signs.get(sign));
    if (marks.length > 0 && marks.every((mark) => mark !== undefined)) builder.addInline(marks.join(''));
    else walk(element.children ?? [], builder);
  };

const struck: Formatters[string] = (element, walk, builder) => {
  const isEmpty = wordsIn(element).trim() === '';
  if (!isEmpty) builder.addInline('~~');
  walk(element.children ?? [], builder);
  if (!isEmpty) builder.addInline('~~');
};

/** How to convert HTML marks that change the meaning of a text. */
export const formatters: Formatters = { raised: shifted(RAISED), lowered: shifted(LOWERED), struck, picture };

export const selectors: HtmlToTextOptions['selectors'] = [
  { selector: 'sup', format: 'raised' },
  { selector: 'sub', format: 'lowered' },
  ...['s', 'strike', 'del'].map((selector) => ({ selector, format: 'struck' })),
  { selector: 'img', format: 'picture' },
];
