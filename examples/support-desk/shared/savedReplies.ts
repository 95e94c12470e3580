/**
 * Whether a text can be the shortcut of a saved reply: lower-case letters of any script, digits, hyphens and
 * underscores.
 */
export const isShortcut = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}_-]{1,40}$/u.test(text) && text === text.toLowerCase();
