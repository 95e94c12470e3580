import { type MountOptions, mount } from './mount.js';

/** Defines `<porch-messenger src="…">`: the messenger, while the element is on the page. On a server it does nothing. */
export const definePorch = (name = 'porch-messenger'): void => {
  const elements = globalThis.customElements;
  if (!elements || elements.get(name)) return;
  class PorchElement extends HTMLElement {
    #unmount = () => {};
    connectedCallback() {
      const read = (attribute: string) => this.getAttribute(attribute) ?? undefined;
      this.#unmount = mount({
        src: read('src') ?? '',
        key: read('key'),
        host: read('host'),
        launcher: read('launcher') as MountOptions['launcher'],
        nonce: this.nonce || undefined,
        onError: (detail) => this.dispatchEvent(new CustomEvent('error', { detail })),
      });
    }
    disconnectedCallback() {
      this.#unmount();
    }
  }
  elements.define(name, PorchElement);
};
