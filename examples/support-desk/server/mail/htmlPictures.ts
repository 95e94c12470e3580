import type { Formatter, HtmlElement } from 'html-to-text';
import { cutText } from '../model/clean';

const EMOJI = /^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Component}]{1,20}$/u;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const WEB = /^(?:https?:)?\/\//i;
const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d]))/i;
/** How programs mark signatures. */
const SIGNATURE = /signature/i;
/** Tracking pixels and lines. */
const DOT = 3;
/** Icons and most logos. */
const SMALL = 64;
const LONGEST_WORDS = 200;
const LONGEST_ADDRESS = 600;

/** The placeholder of a small picture, or one in a signature: only the whole email shows it. */
export const MINOR_PICTURE = /\[(?:small|signature) image: [^\]\n]{0,900}\]/g;
/** The placeholder of any other picture, with its address. */
const PICTURE = /\[image: [^\]\n]{0,300}?(https?:[^\]\s]{1,700})\]/g;

/** An element and its ancestors. */
type Place = { isHidden: boolean; isOfSignature: boolean; isQuoted: boolean; isLinked: boolean };

const NOWHERE: Place = { isHidden: false, isOfSignature: false, isQuoted: false, isLinked: false };
/** A cache for elements that contain pictures, so that many deeply nested pictures take no longer. */
const places = new WeakMap<HtmlElement, Place>();

const placeOf = (element: HtmlElement): Place => {
  const { name, attribs = {}, parent } = element;
  const around = parent ? (places.get(parent) ?? placeOf(parent)) : NOWHERE;
  const names = [attribs.class, attribs.id, attribs['data-smartmail']];
  const place = {
    isHidden: around.isHidden || attribs.hidden !== undefined || HIDDEN.test(attribs.style ?? ''),
    isOfSignature: around.isOfSignature || names.some((one) => SIGNATURE.test(one ?? '')),
    isQuoted: around.isQuoted || name === 'blockquote',
    isLinked: around.isLinked || (name === 'a' && !!attribs.href),
  };
  places.set(element, place);
  return place;
};

/** The shorter side in pixels, as far as known. */
const sideOf = ({ width, height, style = '' }: Record<string, string>): number => {
  const styled = style.matchAll(
    /(?:^|;)\s*(?:max-)?(?:width|height)\s*:\s*(\d+(?:\.\d+)?)(?:px|pt)?\s*(?:!|;|$)/gi,
  );
  const given = [width, height].filter(
    (side) => side !== undefined && /^\s*\d+(\.\d+)?(px)?\s*$/i.test(side),
  );
  return Math.min(
    ...[...given, ...[...styled].map(([, side]) => side)].map((side) => Number.parseFloat(`${side}`)),
  );
};

const addressOf = (src: string): string => {
  // Gmail's own address of a picture ends with that of the sender.
  const whole = src
    .replace(/\s/g, '')
    .replace(/^.*#(?=https?:\/\/)/i, '')
    .replace(/^\/\//, 'https://');
  const [short = ''] = whole.length > LONGEST_ADDRESS ? whole.split(/[?#]/) : [whole];
  return short.slice(0, LONGEST_ADDRESS).replaceAll('[', '%5B').replaceAll(']', '%5D');
};

/**
 * Programs draw emoji as pictures, whose alternative text is the emoji. A picture elsewhere on the web becomes its text
 * and its address. Left out are tracking pixels, hidden pictures, quoted ones without text, and small ones in a link,
 * whose address is written.
 */
export const picture: Formatter = (element, _walk, builder) => {
  const { alt = '', title = '', src = '' } = element.attribs ?? {};
  if (EMOJI.test(alt) && PICTOGRAPH.test(alt)) return builder.addInline(alt);
  if (!WEB.test(src.trim())) return;
  const side = sideOf(element.attribs ?? {});
  const { isHidden, isOfSignature, isQuoted, isLinked } = placeOf(element);
  if (side <= DOT || isHidden) return;
  const words = (alt.trim() || title).replace(/[[\]\s]+/g, ' ').trim();
  if (words === '' && isQuoted) return;
  const minor = isOfSignature ? 'signature ' : side <= SMALL ? 'small ' : '';
  if (minor && isLinked) return;
  builder.addInline(
    ` [${minor}image: ${words === '' ? '' : `${cutText(words, LONGEST_WORDS)} `}${addressOf(src)}] `,
  );
};

/** Whether an HTML text has a picture outside of quotes whose address the plain version lacks. */
export const showsMore = (html: string, plain: string): boolean =>
  html
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .some((line) => [...line.matchAll(PICTURE)].some(([, address = '']) => !plain.includes(address)));
