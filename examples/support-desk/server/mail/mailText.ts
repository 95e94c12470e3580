import { saysMore } from './htmlMarks';
import type { MailPart } from './parseMail';
import { type HtmlText, textOfHtml } from './plainText';

/**
 * The text of an email, and its inline pictures. `other` is the text of another version, if it has words that `text`
 * lacks.
 */
export type MailText = HtmlText & { other?: string };

/** One version of an email's text. An email may have two: HTML and plain. */
type Version = HtmlText & { others: string[] };

const NOTHING: Version = { text: '', pictures: [], isCut: false, others: [] };
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** What programs write in only one version: addresses of links, and placeholders for pictures. */
const ADDED = /https?:\/\/\S+|\[(cid|(?:small |signature )?image):[^\]\n]{0,900}\]/gi;
const NO_SPACES = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const WORD = new RegExp(
  `[${NO_SPACES}\\p{Extended_Pictographic}]|(?:(?![${NO_SPACES}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);

const isEmpty = (text: string): boolean => text.replace(INVISIBLE, '') === '';
const wordsOf = (text: string): Set<string> =>
  new Set(text.replace(ADDED, ' ').normalize('NFC').toLowerCase().match(WORD));
const lacking = (words: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...other].filter((word) => !words.has(word)).length;

/**
 * The more complete version. A plain text with little of the HTML's content, such as a hint that a program shows no
 * HTML, is ignored.
 * @param plain the version without HTML, if a program wrote one
 */
const better = (plain: Version, html: Version): Version => {
  if (isEmpty(html.text)) return { ...plain, pictures: [...plain.pictures, ...html.pictures] };
  const [ofPlain, ofHtml] = [wordsOf(plain.text), wordsOf(html.text)];
  if (ofPlain.size === 0 && (ofHtml.size > 0 || isEmpty(plain.text))) return html;
  const [plainLacks, htmlLacks] = [lacking(ofPlain, ofHtml), lacking(ofHtml, ofPlain)];
  const isEnough = htmlLacks * 2 <= ofPlain.size && plainLacks <= htmlLacks;
  const isPlain = (ofHtml.size === 0 || isEnough) && !saysMore(html.text, plain.text);
  const [best, rest, lacks] = isPlain ? [plain, html, plainLacks] : [html, plain, htmlLacks];
  return {
    ...best,
    pictures: [...plain.pictures, ...html.pictures],
    others: [...best.others, ...rest.others, ...(lacks > 0 ? [rest.text] : [])],
  };
};

const ownOf = async ({ contentType, text = '', heading }: MailPart): Promise<Version[]> => [
  ...(heading ? [{ ...NOTHING, text: `\n${heading}\n` }] : []),
  /^text\/html$/i.test(contentType) && text !== ''
    ? { ...NOTHING, ...(await textOfHtml(text)) }
    : { ...NOTHING, text },
];

/** One of two versions cannot be read if its program nests too deeply. */
const versionOf = async (part: MailPart, hasAnother: boolean): Promise<Version> => {
  try {
    return await read(part);
  } catch (error) {
    if (hasAnother) return NOTHING;
    throw error;
  }
};

const chosenOf = async (parts: readonly MailPart[]): Promise<Version> => {
  let chosen = NOTHING;
  for (const part of parts) chosen = better(chosen, await versionOf(part, !isEmpty(chosen.text)));
  return chosen;
};

/** One after the other; some programs send both versions so. */
const joined = (versions: readonly Version[]): Version => {
  const row: Version[] = [];
  const seen = new Set<string>();
  for (const version of versions) {
    const key = (version.text.match(WORD) ?? [version.text.replace(INVISIBLE, '')]).join(' ');
    if (!isEmpty(version.text) && !seen.has(key)) row.push(version);
    seen.add(key);
  }
  return {
    text: row.map(({ text }) => text).join('\n'),
    pictures: versions.flatMap(({ pictures }) => pictures),
    isCut: versions.some(({ isCut }) => isCut),
    others: row.flatMap(({ others }) => others),
  };
};

const read = async (part: MailPart): Promise<Version> => {
  if (/^multipart\/alternative$/i.test(part.contentType)) return chosenOf(part.children);
  const versions = await ownOf(part);
  for (const child of part.children) versions.push(await read(child));
  return joined(versions);
};

/**
 * The text of all parts of an email, in order.
 * @throws RangeError if HTML nests too many elements
 */
export const textOfParts = async (part: MailPart): Promise<MailText> => {
  const { others, ...text } = await read(part);
  return { ...text, ...(others.length > 0 && { other: others.join('\n') }) };
};
