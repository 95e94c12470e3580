// An element of the page's content becomes a property of the page's document and window by its `name` or `id`. It hides
// the document's own properties and replaces missing globals. So content from a stranger, such as `<img
// name="currentScript">`, could choose where Porch loads from, or stop it. These reads bypass it.

/** The browser's own. MooTools, which may load after the launcher, replaces it with its own `Document`. */
export const documentPrototype = Document.prototype;

/** Reads a property of the page's document itself. */
export const ofDocument = <K extends keyof Document>(document: Document, name: K): Document[K] =>
  Reflect.get(documentPrototype, name, document);

export type Tags = HTMLElementTagNameMap & Pick<SVGElementTagNameMap, 'svg' | 'path'>;

/** Creates an element in the page's document or in a frame's. @param namespace that of HTML by default */
export const createElement = <K extends keyof Tags>(
  document: Document,
  tag: K,
  namespace = 'http://www.w3.org/1999/xhtml',
): Tags[K] => Reflect.apply(documentPrototype.createElementNS, document, [namespace, tag]) as Tags[K];

/** Reads a global that a script of the page may have set; undefined where none has. Elements are not enumerated. */
export const globalOf = <T extends Window, K extends keyof T>(host: T, name: K): T[K] | undefined => {
  for (const key in host) if (key === (name as string)) return (host as T)[name];
  return undefined;
};
