/**
 * User agents of search engines, and of Chrome on iOS before 111, whose WebKit is too old for the messenger.
 * A bot's name is followed by its version or the end of a part; phones are called "CUBOT" and "ROBOT 5".
 * A browser without cross-origin requests cannot read this script's syntax.
 */
export const BARRED = /bot[/;-]|crawler|spider|slurp|google-|-google|crios\/(\d?\d|10\d|110)\b/i;
