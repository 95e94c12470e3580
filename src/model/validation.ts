/** SPEC.md section 9: longest message text, in characters. */
export const MAX_TEXT = 4096;
/** From this many characters on it is said how many are left. */
export const NEAR_MAX = 3900;

/** A visitor's text as it will be sent, or `undefined` when there is nothing to send. */
export const cleanText = (text: string): string | undefined => text.trim() || undefined;

/**
 * SPEC.md section 5: text longer than 4096 characters is rejected with reason characterLimit. An emoji counts once, as
 * it does for the service.
 */
export const isTooLong = (text: string): boolean => text.length > MAX_TEXT && [...text].length > MAX_TEXT;

/** DESIGN.md 3.8: the links that may be followed; everything else renders as text. */
export const safeUrl = (url: string): string | undefined => {
  try {
    const parsed = new URL(url);
    return /^(https?|mailto|tel):$/.test(parsed.protocol) ? parsed.href : undefined;
  } catch {
    return undefined;
  }
};
