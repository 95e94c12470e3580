/** The decoded text of an email, possibly HTML. */
export type Content = { text: string; isHtml: boolean };

/** How a charset is missing: the header of the part has none, or the wrong one. */
type Missing = { charset: string; isNamed: boolean };

/** The charset is at the beginning. */
const MAX_META = 4000;
const META = /<meta\s[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{2,40})/i;
const USUAL = /^(utf-?8|us-ascii|ascii)$/i;
/** Charsets that programs write in without naming them, or while naming UTF-8. */
const FALLBACK = 'windows-1252';
const INVALID = '\ufffd';
/** A valid character in place of another, decoded as `FALLBACK`. */
const READ_WRONGLY = 'ï¿½';

/** The header of a part, up to its type; parts begin below a boundary. */
const TYPE =
  /((?:^|\r?\n--[^\r\n]{1,100}\r?\n)(?:[!-9;-~]{1,100}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){0,100}?content-type:[ \t]*text\/(?:plain|html))((?:[^\r\n]|\r?\n[ \t])*)/gi;
const CHARSET = /;\s*charset\s*=\s*("[^"]*"|[^\s;]+)/i;

/** The charset of a text that was decoded without one, or with the wrong one; `undefined` if nothing is wrong. */
export const charsetMissing = ({ text, isHtml }: Content): Missing | undefined => {
  const [, said = ''] = (isHtml && META.exec(text.slice(0, MAX_META))) || [];
  const charset = USUAL.test(said) || said === '' ? undefined : said;
  // If some characters are right, the text is damaged UTF-8.
  const isInvalid = text.includes(INVALID) && !/[\u0080-\ufffc]/.test(text);
  if (isInvalid) return { charset: charset ?? FALLBACK, isNamed: true };
  return charset === undefined ? undefined : { charset, isNamed: false };
};

/**
 * The source of an email with texts in this charset.
 * @returns `undefined` if their headers have another one
 */
export const withCharset = (source: Buffer, { charset, isNamed }: Missing): Buffer | undefined => {
  let isChanged = false;
  const changed = source.toString('latin1').replace(TYPE, (whole, before: string, more: string) => {
    const [, named] = CHARSET.exec(more) ?? [];
    const isReplaced = named === undefined || (isNamed && USUAL.test(named.replaceAll('"', '')));
    if (!isReplaced) return whole;
    isChanged = true;
    return `${before}; charset="${charset}"${more.replace(CHARSET, '')}`;
  });
  return isChanged ? Buffer.from(changed, 'latin1') : undefined;
};

/** Whether a text that was decoded again is the original. */
export const isBetter = (text: string): boolean => !text.includes(INVALID) && !text.includes(READ_WRONGLY);
