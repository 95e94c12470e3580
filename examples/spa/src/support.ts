import { mount, zE } from 'porch-messenger';

/** Puts the messenger on the page, once. It stays while the routes change. */
export const startSupport = (): void => {
  mount({ src: `${import.meta.env.VITE_DESK}/porch/porch.now.js` });
};

/** Opens the messenger with the beginning of a question in the text box. */
export const askAbout = (color: string): void => {
  zE('messenger', 'prefill', `About ${color}: `);
  zE('messenger', 'open');
};
