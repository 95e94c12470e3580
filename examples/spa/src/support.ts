import { mount, zE } from 'porch-messenger';

/** Adds the messenger to the page, once. It stays when the route changes. */
export const startSupport = (): void => {
  mount({ src: `${import.meta.env.VITE_DESK}/porch/porch.now.js` });
};

/** Opens the messenger with the start of a question in the text box. */
export const askAbout = (color: string): void => {
  zE('messenger', 'prefill', `About ${color}: `);
  zE('messenger', 'open');
};
