import type { Place } from './place';

/**
 * Keeps the focus in the log, and in its window. Many a button of the log goes with its use, such as a reply or a retry, and
 * the focus with it, to the start of the card: whoever pressed it stays in the log.
 * @returns the undo
 */
export const keepFocus = (log: HTMLElement, place: Place): (() => void) => {
  const doc = log.ownerDocument;
  const check = () => {
    if (!place.held || place.held.isConnected) return;
    place.held = undefined;
    // Not where the visitor has gone on to something else, in the card or on the page around it.
    if (doc.activeElement === doc.body && doc.hasFocus()) log.focus({ preventScroll: true });
  };
  // Some browsers say so of what is taken away, too; what is still there a moment later was left.
  const onLeave = ({ target }: Event) =>
    queueMicrotask(() => {
      if ((target as Element).isConnected && target === place.held) place.held = undefined;
    });
  const Observer = doc.defaultView?.MutationObserver;
  const observer = Observer && new Observer(check);
  // It may have gone while this was being loaded.
  check();
  observer?.observe(log, { childList: true, subtree: true });
  log.addEventListener('focusout', onLeave);
  return () => {
    observer?.disconnect();
    log.removeEventListener('focusout', onLeave);
  };
};
