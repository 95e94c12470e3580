/** How a translator puts its words in the place of a text. Each is the way of a published one. */
export const TRANSLATORS = {
  'replaces a text at once': 'replace',
  'adds its words, and removes the text then': 'add',
  'keeps the text beside its words': 'wrap',
} as const;

export type TranslatorWay = (typeof TRANSLATORS)[keyof typeof TRANSLATORS];

/** What a test can do with the translator of a page's window. */
export type TranslatorPage = {
  /** Translates a document or shadow root, and what changes in it, into capitals. */
  translate(root: Node): void;
  /** Shows the original again, everywhere in this window. */
  showOriginal(): void;
  /** Translates what changes from now on. */
  goOn(): void;
};

/**
 * A translator of pages, as browsers and extensions have them: it runs in each frame, and translates what is there and what
 * comes later, in shadow roots too. For `addInitScript`, so it uses nothing from outside.
 */
export const runTranslator = (way: TranslatorWay): void => {
  const shown = new Map<Element, Text>();
  let on = true;
  const isOff = (text: Text) =>
    text.parentElement?.closest('title,script,style,textarea,[contenteditable],[translate=no],font') ?? false;
  const translateText = (text: Text) => {
    if (!on || !text.parentNode || !/\p{L}/u.test(text.data) || isOff(text)) return;
    const element = document.createElement('font');
    element.append(text.data.toUpperCase());
    shown.set(element, text);
    if (way === 'replace') {
      text.replaceWith(element);
      return;
    }
    text.before(element);
    text.remove();
    if (way === 'add') return;
    const original = document.createElement('font');
    original.hidden = true;
    original.append(text);
    element.prepend(original);
  };
  const watched = new WeakSet<Node>();
  const translate = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) translateText(node as Text);
    const { shadowRoot } = node as Partial<Element>;
    if (shadowRoot) watch(shadowRoot);
    for (const child of [...node.childNodes]) translate(child);
  };
  const watch = (root: Node): void => {
    if (watched.has(root)) return;
    watched.add(root);
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') translate(target);
        for (const node of addedNodes) if (node.isConnected) translate(node);
      }
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    translate(root);
  };
  const page: TranslatorPage = {
    translate: watch,
    showOriginal() {
      on = false;
      for (const [element, text] of shown) if (element.isConnected) element.replaceWith(text);
      shown.clear();
    },
    goOn() {
      on = true;
    },
  };
  Object.assign(window, { translator: page });
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    watch(root);
    return root;
  };
  if (document.body) watch(document);
  else addEventListener('DOMContentLoaded', () => watch(document));
};
