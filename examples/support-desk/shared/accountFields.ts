/** The rules for passwords and names of accounts. */

/** The minimum and the maximum length of a password. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{C}]/u.test(text);
