import type { ReadingPlace } from '../../conversation/features';

/**
 * Keeps the focus in the log. Many of its buttons disappear when used, such as a reply or a retry, and the
 * browser would move the focus to the start of the card.
 * @returns a function that undoes this
 */
export const keepFocus = (log: HTMLElement, place: ReadingPlace): (() => void) => {
  const doc = log.ownerDocument;
  const check = () => {
    if (!place.held || place.held.isConnected) return;
    place.held = undefined;
    // Only if the visitor has not moved the focus elsewhere, in the card or on the page.
    if (doc.activeElement === doc.body && doc.hasFocus()) log.focus({ preventScroll: true });
  };
  // Some browsers also fire `focusout` for removed elements; an element still present a moment later was left
  // by the visitor.
  const onLeave = ({ target }: Event) =>
    queueMicrotask(() => {
      if ((target as Element).isConnected && target === place.held) place.held = undefined;
    });
  const Observer = doc.defaultView?.MutationObserver;
  const observer = Observer && new Observer(check);
  // It may have disappeared while this was loading.
  check();
  observer?.observe(log, { childList: true, subtree: true });
  log.addEventListener('focusout', onLeave);
  return () => {
    observer?.disconnect();
    log.removeEventListener('focusout', onLeave);
  };
};
