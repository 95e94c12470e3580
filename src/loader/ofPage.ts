/**
 * Reads a property of the page's document as `ofDocument` does, also where the page has a `Document` or `Reflect` of its own.
 * Other files fail there and run in the realm; the loader, which makes the realm, may not.
 */
export const ofPage = <K extends keyof Document>(name: K): Document[K] => {
  try {
    if (name in Document.prototype) return Reflect.get(Document.prototype, name, document);
  } catch {
    // One of the two is the page's own.
  }
  return document[name];
};
