/**
 * Whether a text can be the shortcut of a saved reply: lower-case letters of any script, digits, hyphens and
 * underscores.
 */
export const isShortcut = (text: string): boolean =>
  /^[\p{L}\p{M}\p{N}_-]{1,40}$/u.test(text) && text === text.toLowerCase();

/** Whether a trimmed text can be the name of a folder; an empty one is for none. */
export const isFolder = (text: string): boolean => /^[^\n\r]{0,60}$/u.test(text);

/** The most files of one saved reply, and the most bytes of each. */
export const MOST_FILES = 5;
export const MOST_FILE_BYTES = 10_485_760;
