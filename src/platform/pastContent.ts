// An element of the page's content is a property of the page's document and window by its `name` or `id`. There it
// hides the document's own properties and stands in for globals that are missing. So content that a stranger wrote,
// such as `<img name="currentScript">`, could choose where Porch loads from, or stop it. These reads go past it.

/** Reads a property of the page's document itself. */
export const ofDocument = <K extends keyof Document>(document: Document, name: K): Document[K] =>
  Reflect.get(Document.prototype, name, document);

/** Creates an element in the page's document or in a frame's. */
export const createElement = <K extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: K,
): HTMLElementTagNameMap[K] =>
  Document.prototype.createElement.call(document, tag) as HTMLElementTagNameMap[K];

/** Reads a global that a script of the page may have set; falsy where none has. */
export const globalOf = <T extends Window, K extends keyof T>(host: T, name: K): T[K] | undefined =>
  (Object.hasOwn(host, name) && host[name]) as T[K] | undefined;

/**
 * The page's document for files with many reads of it: past the page's content, and past what its scripts have made of
 * `Document.prototype`, because this uses that of the messenger's realm. It is no node, so pass it to nothing that needs
 * one. Nothing can be set on it.
 */
export const pastContent = (document: Document): Document =>
  new Proxy(document, {
    get(_, name) {
      const value = ofDocument(document, name as keyof Document);
      return typeof value === 'function' ? value.bind(document) : value;
    },
  });
