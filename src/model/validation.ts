import { MAX_TEXT } from '../wire/message';

/** From this many characters on, the composer shows how many are left. */
export const NEAR_MAX = 3900;

/** Any character that can be seen. Fillers such as U+3164 are letters, and the empty Braille pattern is a symbol. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * A text as it is sent, without blank lines around it; the first line keeps its indent. `undefined` when there is nothing
 * to send.
 */
export const cleanText = (text: string): string | undefined =>
  VISIBLE.test(text) ? text.trimEnd().replace(/^\s*\n/, '') : undefined;

/** Whether a text is too long to be sent. An emoji counts as one character, as it does for the service. */
export const isTooLong = (text: string): boolean => text.length > MAX_TEXT && [...text].length > MAX_TEXT;

/**
 * The normalized address of a link that is safe to follow; undefined for other schemes, which are shown as
 * text.
 */
export const safeUrl = (url: string): string | undefined => {
  try {
    const parsed = new URL(url);
    return /^(https?|mailto|tel):$/.test(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
};
