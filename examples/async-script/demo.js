// The buttons of the demo page. Each makes the call that it shows, as any page can.

/** @typedef {[name: string, value: unknown]} Call */

/** The calls of a button when pressed, and when pressed again. @type {Record<string, [Call, Call]>} */
const CALLS = {
  dark: [
    ['customization', { theme: { scheme: 'dark' } }],
    ['customization', { theme: { scheme: 'light' } }],
  ],
  left: [
    ['customization', { position: { side: 'left' } }],
    ['customization', { position: { side: 'right' } }],
  ],
  amber: [
    ['customization', { theme: { action: '#b4651d', message: '#7a4413' } }],
    ['customization', { theme: { action: '#0a7d4f', message: '#0d4a36' } }],
  ],
  large: [
    ['customization', { theme: { fontSize: 20 } }],
    ['customization', { theme: { fontSize: 16 } }],
  ],
  arabic: [
    ['locale', 'ar'],
    ['locale', 'en-us'],
  ],
};

/** @param {...unknown} call */
const zE = (...call) => /** @type {any} */ (window).zE(...call);

/** A value as a person would write it. @param {unknown} value */
const inWords = (value) =>
  JSON.stringify(value)
    .replace(/"(\w+)":/g, ' $1: ')
    .replace(/"/g, "'")
    .replace(/}/g, ' }');

const shown = document.querySelector('output code');
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-do]'))) {
  button.addEventListener('click', () => {
    const calls = CALLS[button.dataset.do ?? ''];
    if (!calls) {
      zE('messenger', 'open');
      return;
    }
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(on));
    const [name, value] = calls[on ? 0 : 1];
    zE('messenger:set', name, value);
    if (shown) shown.textContent = `zE('messenger:set', '${name}', ${inWords(value)})`;
  });
}
