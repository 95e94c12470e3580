const STOPS = 'a[href],button';

/** The focusable elements of one card; the card itself when it has none. */
const stopsOf = (card: Element): HTMLElement[] => {
  const inside = [...card.querySelectorAll<HTMLElement>(STOPS)];
  return inside.length > 0 ? inside : [card as HTMLElement];
};

/**
 * Makes a strip of cards a single tab stop. Left and right move between cards as they are on screen, up and
 * down within one card, Home and End to the first and the last card.
 * @returns a function that undoes this
 */
export const rove = (strip: HTMLElement, isRtl: () => boolean): (() => void) => {
  let current: HTMLElement | undefined;
  const cards = () => [...strip.children].map(stopsOf);

  const mark = (next?: HTMLElement) => {
    const all = cards().flat();
    current = [next, current, all[0]].find((e) => e && all.includes(e));
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1;
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const groups = cards();
    const at = Math.max(
      groups.findIndex((group) => group.includes(current as HTMLElement)),
      0,
    );
    const group = groups[at] ?? [];
    const on = isRtl() ? -1 : 1;
    const last = groups.length - 1;
    const wanted = { ArrowLeft: at - on, ArrowRight: at + on, Home: 0, End: last }[event.key];
    const card = wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted));
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    // Let the log scroll with the up and down keys when the card has a single element.
    if (card === undefined && (!down || group.length < 2)) return;
    event.preventDefault();
    const to = down ? group[group.indexOf(current as HTMLElement) + down] : groups[card ?? 0]?.[0];
    to?.focus({ preventScroll: true });
    if (to) strip.children[card ?? at]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  const onFocus = ({ target }: Event) => mark(target as HTMLElement);

  mark();
  // Buttons may be replaced, for example when the webview card loads.
  const Observer = strip.ownerDocument.defaultView?.MutationObserver;
  const observer = Observer && new Observer(() => mark());
  observer?.observe(strip, { childList: true, subtree: true });
  strip.addEventListener('focusin', onFocus);
  strip.addEventListener('keydown', onKey);
  return () => {
    observer?.disconnect();
    strip.removeEventListener('focusin', onFocus);
    strip.removeEventListener('keydown', onKey);
  };
};
