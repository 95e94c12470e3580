import { withoutLinkKeys } from '../domain/messages/linkKeys';

/** Text files. An attached email may be one of the desk. */
const IS_TEXT = /^(text|message)\//;
const TEXT_NAME = /\.(eml|txt|html?|md|log|csv|json|xml|ics)$/i;
/** Lines of base64, as in parts of emails. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4,100}={0,2}\r?\n){1,100000}(?:[A-Za-z0-9+/]{1,100}={0,2}$)?/gm;
const LINE = 76;

/** Rewrites a part of an email if it contained a key. */
const partWithoutKeys = (encoded: string): string => {
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  const clean = withoutLinkKeys(text);
  if (clean === text) return encoded;
  const lines = Buffer.from(clean, 'latin1')
    .toString('base64')
    .replace(new RegExp(`.{${LINE}}`, 'g'), '$&\r\n');
  return `${lines}${/\s*$/.exec(encoded)?.[0] ?? ''}`;
};

/** Windows programs write it at the beginning of a text in UTF-16. */
const isUtf16 = (content: Buffer): boolean => content[0] === 0xff && content[1] === 0xfe;

/** The content of an email's file, with a placeholder for each key that opens a conversation. Only texts are changed. */
export const fileWithoutLinkKeys = (content: Buffer, name: string, mediaType: string): Buffer => {
  if (!IS_TEXT.test(mediaType) && !TEXT_NAME.test(name)) return content;
  const encoding = isUtf16(content) ? 'utf16le' : 'latin1';
  const text = content.toString(encoding);
  const clean = withoutLinkKeys(text).replace(BASE64, partWithoutKeys);
  return clean === text ? content : Buffer.from(clean, encoding);
};
