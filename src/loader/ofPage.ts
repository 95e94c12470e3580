/**
 * Reads a property of the page's document as `ofDocument` does, even if the page has replaced `Document` or `Reflect`.
 * Other files fail there and run in the realm; the loader, which makes the realm, may not.
 */
export const ofPage = <K extends keyof Document>(name: K): Document[K] => {
  try {
    if (name in Document.prototype) return Reflect.get(Document.prototype, name, document);
  } catch {
    // The page may have replaced one of the two.
  }
  return document[name];
};
