import { cleanText, cutText } from '../model/clean';
import { lettersOf } from './ownLines';

const LONGEST = 1000;
/** What programs and lists write before a subject. */
const PREFIXES = /^(?:\s*(?:\[[^\]]{0,40}\]|[\p{L}\p{M}.]{1,14}(?:\[\d{1,3}\]|\(\d{1,3}\)|\d)?\s?[:：]))+/u;
const KNOWN =
  /^(?:\s*(?:\[[^\]]{0,40}\]|(?:re|ré|fwd?|aw|wg|antw?|antwort|sv|vs|vb|vl|tr|rif|r|i|odp|ynt|ilt|ref|res|enc|rv|pd|vá|továbbítás|bls|trs|fs|nb|atb|hthe|doorst|回复|答复|回覆|转发|轉寄|返信|転送|답장|전달|отв|пер|ответ|απ|πρθ|השב|הועבר|رد|إعادة توجيه)(?:\[\d{1,3}\]|\(\d{1,3}\)|\d)?\s?[:：]))+\s*$/iu;

/**
 * The sender's own words in the subject of an email: all of it, or nothing if it is the desk's.
 * @param own the subjects of the desk's emails to them
 */
export const writtenSubject = (subject: string, own: readonly string[]): string => {
  const text = cutText(cleanText(subject).replace(/\s+/g, ' ').trim(), LONGEST);
  const rest = lettersOf(text.replace(PREFIXES, ''));
  const isOurs = own.some((one) => [rest, lettersOf(text)].includes(lettersOf(one)));
  return isOurs || KNOWN.test(text) || lettersOf(text) === '' ? '' : text;
};
