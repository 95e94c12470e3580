/** What a translator shows in place of a text, and the text's own words. */
type Replaced = { shown: ChildNode; words: string };

/** What has happened to a text. */
type Change = {
  /** What was put in its place, the latest last. */
  places: ChildNode[];
  /** Whether the latest shows its words as they are now. */
  fresh?: boolean;
  /** Whether the page has changed its words. */
  changed?: boolean;
  /** What was put in the place of what was shown. */
  instead?: Node;
};

const isElement = (node: Node | undefined) => node?.nodeType === 1;

/**
 * Keeps a document up to date while its reader translates it. A translator takes a text out of the page and shows an
 * element in its place. The page would then change a text that nobody sees, and the element would stay for good. So the
 * text is put back, empty, before the element. When the page changes or removes the text, the element is removed, and the
 * translator finds the new words. It ends with the root.
 * @param root contains the texts. The page itself replaces no text by an element in one step and has no `font`: a
 * translator is recognized by either.
 */
export const keepTexts = (root: Node): void => {
  const replaced = new WeakMap<Node, Replaced>();
  const textOf = new WeakMap<Node, Text>();

  const replace = (text: Text, shown: ChildNode, words: string) => {
    // Some translators keep the text inside the element.
    if (shown.contains(text)) text.replaceWith(words);
    text.data = '';
    shown.before(text);
    replaced.set(text, { shown, words });
    textOf.set(shown, text);
  };

  /** @returns the element that a translator has put in the place of a text which was removed */
  const placeOf = (text: Text, { addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    const place =
      [...addedNodes].find(isElement) ??
      [previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT' && !textOf.has(node));
    return text.data.trim() && place?.isConnected && (!text.isConnected || place.contains(text))
      ? (place as ChildNode)
      : undefined;
  };

  const settle = (text: Text, { places, fresh, changed, instead }: Change) => {
    const known = replaced.get(text);
    const shown = [known?.shown, ...places].filter((node) => node?.isConnected) as ChildNode[];
    const last = shown.at(-1);
    if (fresh && last) {
      // Translated, perhaps again.
      for (const node of shown) if (node !== last) node.remove();
      replace(text, last, text.data || (known?.words ?? ''));
    } else if (!text.isConnected && !places[0]) {
      // Removed by the page.
      known?.shown.remove();
    } else if (changed && last) {
      // Changed by the page.
      replaced.delete(text);
      last.replaceWith(text);
      for (const node of shown) node.remove();
    } else if (known && last) {
      // A node was put between them, or the text was moved.
      if (text.nextSibling !== last) text.after(last);
    } else if (known) {
      replaced.delete(text);
      if (isElement(instead)) return replace(text, instead as ChildNode, known.words);
      // The translator shows the original again: this text, or another one with its words.
      text.data ||= known.words;
      if (instead !== text) (instead as ChildNode | undefined)?.remove();
    }
  };

  const observer = new MutationObserver((records) => {
    const changes = new Map<Text, Change>();
    const changeOf = (text: Text) => {
      const change = changes.get(text) ?? { places: [] };
      changes.set(text, change);
      return change;
    };
    for (const record of records) {
      const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } = record;
      if (type === 'characterData') Object.assign(changeOf(target as Text), { changed: true, fresh: false });
      for (const node of removedNodes) {
        const text = textOf.get(node);
        if (text) changeOf(text).instead = addedNodes[0];
        else if (node.nodeType === 3) {
          const change = changeOf(node as Text);
          const place = placeOf(node as Text, record);
          if (place) {
            change.places.push(place);
            change.fresh = true;
          }
        }
      }
      for (const text of [previousSibling, nextSibling && textOf.get(nextSibling)])
        if (text && replaced.has(text)) changeOf(text as Text);
    }
    for (const [text, change] of changes) settle(text, change);
    // What it has changed itself.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });
};
