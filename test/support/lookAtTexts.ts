export type TextsSeen = {
  /** One entry per problem: `state: element "text": description` */
  faults: string[];
  frames: number;
  texts: number;
};

/**
 * Checks every text in every frame of the page: it must be fully visible, or reachable by scrolling, and not
 * covered. Runs inside the page, so it must be one self-contained function.
 * @param mayBeCut selectors of elements that may end with an ellipsis
 */
export const lookAtTexts = (mayBeCut: string): TextsSeen => {
  /** Tolerance in px for rounding and for lines slightly higher than their box. */
  const SLACK = 1;
  type Box = { left: number; top: number; right: number; bottom: number };
  const seen: TextsSeen = { faults: [], frames: 0, texts: 0 };

  const lookAt = (name: string, doc: Document, view: Window) => {
    const styleOf = (element: Element) => view.getComputedStyle(element);
    const tell = (element: Element, what: string) => {
      const text = (element.textContent || (element as HTMLInputElement).placeholder).trim().slice(0, 40);
      const within = element.parentElement?.localName;
      seen.faults.push(`${name}: ${within} > ${element.localName} "${text}" ${what}`);
    };
    /** False for elements meant only for screen readers. */
    const isSeen = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (styleOf(at).clipPath === 'inset(50%)') return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
    };
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';

    /** The visible part of a text line, and the element that clips it, if any. */
    const shownPart = (element: Element, line: Box): { box?: Box; cutBy?: Element } => {
      const box = { ...line };
      let cutBy: Element | undefined;
      let scrollsX = false;
      let scrollsY = false;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, overflowY, position } = styleOf(at);
        const isRoot = at === doc.body || at === doc.documentElement;
        if (isRoot || overflowX !== 'visible' || overflowY !== 'visible') {
          const edge: Box = isRoot
            ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight }
            : at.getBoundingClientRect();
          scrollsX ||= overflowX === 'auto' || overflowX === 'scroll';
          scrollsY ||= overflowY === 'auto' || overflowY === 'scroll';
          const out =
            (!scrollsX && (box.left < edge.left - SLACK || box.right > edge.right + SLACK)) ||
            (!scrollsY && (box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK));
          if (out) cutBy ??= at;
          box.left = Math.max(box.left, edge.left);
          box.right = Math.min(box.right, edge.right);
          box.top = Math.max(box.top, edge.top);
          box.bottom = Math.min(box.bottom, edge.bottom);
        }
        if (position === 'fixed') break;
      }
      const isThere = box.right - box.left > SLACK && box.bottom - box.top > SLACK;
      return { box: isThere ? box : undefined, cutBy };
    };

    /**
     * The layer of an element. Layers may cover each other by design; texts within one layer must not
     * overlap.
     */
    const layerOf = (element: Element): Element => {
      for (let at: Element | null = element; at; at = at.parentElement)
        if (/absolute|fixed|sticky/.test(styleOf(at).position)) return at;
      return doc.body;
    };
    const meet = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      // Glyphs of adjacent lines do not fill their boxes, so a small vertical overlap is harmless.
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;

    const pen = doc.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const widthOf = (text: string, { font, letterSpacing, wordSpacing }: CSSStyleDeclaration) => {
      pen.font = font;
      pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
      pen.wordSpacing = wordSpacing;
      return pen.measureText(text).width;
    };

    const lines: { element: Element; box: Box; layer: Element }[] = [];
    const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as Element;
      if (!node.textContent?.trim() || element.closest('option,script,style') || !isSeen(element)) continue;
      seen.texts += 1;
      const isFree = element.closest(mayBeCut) !== null;
      const { overflowX, overflowY } = styleOf(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      if (!isFree && cuts(overflowX) && scrollWidth > clientWidth + SLACK) tell(element, 'is cut at its end');
      if (!isFree && cuts(overflowY) && scrollHeight > clientHeight + SLACK) tell(element, 'is cut below');
      const range = doc.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const { left, top, right, bottom } = rect;
        const { box, cutBy } = shownPart(element, { left, top, right, bottom });
        if (cutBy && !isFree) tell(element, `is cut by <${cutBy.localName} ${cutBy.role ?? ''}>`);
        if (box) lines.push({ element, box, layer: layerOf(element) });
      }
    }
    for (const field of doc.querySelectorAll<HTMLInputElement>('input,textarea,select')) {
      if (!isSeen(field)) continue;
      const style = styleOf(field);
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const picked = (field as unknown as HTMLSelectElement).selectedOptions?.[0]?.textContent;
      const text = picked || field.placeholder;
      if (!text) continue;
      seen.texts += 1;
      // A select with a custom appearance wraps its text, as a text box does.
      const wraps = field.localName === 'textarea' || style.appearance === 'base-select';
      const isCut = wraps
        ? field.scrollHeight > field.clientHeight + SLACK
        : widthOf(text, style) > room + SLACK;
      if (isCut && (picked || !field.value)) tell(field, `holds less than "${text}"`);
    }

    const controls = [...doc.querySelectorAll('button,input,textarea,select')]
      .filter(isSeen)
      .flatMap((control) => {
        const { box } = shownPart(control, control.getBoundingClientRect());
        return box ? [{ control, box, layer: layerOf(control) }] : [];
      });
    for (const [i, one] of lines.entries()) {
      for (const other of lines.slice(i + 1)) {
        const apart = one.element !== other.element && one.layer === other.layer;
        if (apart && meet(one.box, other.box))
          tell(one.element, `meets "${other.element.textContent?.slice(0, 40)}"`);
      }
      for (const { control, box, layer } of controls) {
        const apart = layer === one.layer && !control.contains(one.element);
        if (apart && meet(one.box, box)) tell(one.element, `meets a ${control.localName}`);
      }
      const button = one.element.closest('button');
      if (button && !one.element.closest(mayBeCut)) {
        const edge = button.getBoundingClientRect();
        const { left, right, top, bottom } = one.box;
        if (left < edge.left - SLACK || right > edge.right + SLACK) tell(one.element, 'leaves its button');
        if (top < edge.top - SLACK || bottom > edge.bottom + SLACK) tell(one.element, 'leaves its button');
      }
    }

    for (const element of doc.querySelectorAll('*')) {
      const { overflowX } = styleOf(element);
      const isRoot = element === doc.documentElement || element === doc.body;
      const scrolls = isRoot || overflowX === 'auto' || overflowX === 'scroll';
      // Strips of cards scroll sideways by design, and also by buttons. Text fields scroll their own content.
      if (!scrolls || element.matches('ol[tabindex],input,textarea,select') || !isSeen(element)) continue;
      if (element.scrollWidth > element.clientWidth + SLACK)
        tell(element, `is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    }
  };

  for (const frame of document.querySelectorAll('iframe')) {
    if (!frame.contentDocument || !frame.contentWindow) continue;
    seen.frames += 1;
    lookAt(frame.title, frame.contentDocument, frame.contentWindow);
  }
  seen.faults = [...new Set(seen.faults)];
  return seen;
};
