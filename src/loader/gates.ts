/**
 * User agents of search engines, and of Chrome on iOS before 111, whose WebKit is too old for the messenger.
 * A bot's name is followed by its version or the end of a part; phones are called "CUBOT", "ROBOT 5" and "BOT-W7".
 * A browser without cross-origin requests cannot read this script's syntax.
 */
export const BARRED = /google\w*-|bot[/;]|crios.(\d\d?\.|1?10)|crawler|slurp|spider|-google/i;
