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
  Reflect.apply(Document.prototype.createElement, document, [tag]) as HTMLElementTagNameMap[K];

/** Reads a global that a script of the page may have set; undefined where none has. Elements are not enumerated. */
export const globalOf = <T extends Window, K extends keyof T>(host: T, name: K): T[K] | undefined => {
  for (const key in host) if (key === (name as string)) return (host as T)[name];
  return undefined;
};
