const form = /** @type {HTMLFormElement} */ (document.querySelector('form'));
const said = /** @type {HTMLElement} */ (document.querySelector('output'));

/**
 * Sends a message to the messenger around this page: version 1 of the protocol in Porch's README, 'Extension pages'.
 * @param {object} message
 */
const tell = (message) => window.parent.postMessage({ porch: 1, ...message }, '*');

tell({ type: 'setTitle', title: document.title });
form.addEventListener('submit', (event) => {
  event.preventDefault();
  said.textContent = `See you tomorrow at ${new FormData(form).get('time')}.`;
  setTimeout(() => tell({ type: 'close' }), 1200);
});
