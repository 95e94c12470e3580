import { zE } from 'porch-messenger';
import type { Cabin, Country } from './cabins.ts';

const DESKS: Record<Country, string> = {
  Norway: import.meta.env.VITE_DESK_NORWAY,
  Scotland: import.meta.env.VITE_DESK_SCOTLAND,
};

/** The script of the desk for guests of a country. */
export const scriptOf = (country: Country): string => `${DESKS[country]}/porch/porch.now.js`;

/** Opens the messenger with the start of a question in the text box. */
export const askAbout = ({ name }: Cabin): void => {
  zE('messenger', 'prefill', `About ${name}: `);
  zE('messenger', 'open');
};

/** @param changed called with the number of unread messages. @returns a function that stops it */
export const onUnread = (changed: (count: number) => void): (() => void) =>
  zE('messenger:on', 'unreadMessages', changed);
