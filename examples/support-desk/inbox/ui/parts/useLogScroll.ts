import {
  createContext,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Entry } from '../../model/entries';

/** Within this distance of its end, in CSS pixels, the log follows new messages. */
const NEAR_PX = 48;

/** Keeps the log in place although something that the agent opened in it grows. */
export const LogHold = createContext<() => void>(() => undefined);

type LogScroll = {
  log: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  /** Number of messages that arrived while the agent was reading further up. */
  missed: number;
  toBottom(): void;
  /** For `LogHold`. */
  hold(): void;
};

/**
 * Keeps the log's scroll position: at its end if the reader is there, and on the same message when earlier ones load
 * above it.
 * @param rows everything the log shows; it may grow without a new message
 */
export const useLogScroll = (entries: readonly Entry[], rows: readonly unknown[]): LogScroll => {
  const log = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const lastTop = useRef(0);
  const before = useRef({ height: 0, first: '', last: '', count: 0 });
  const [missed, setMissed] = useState(0);

  const toBottom = (): void => {
    following.current = true;
    setMissed(0);
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  };

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const first = entries[0]?.key ?? '';
    const newest = entries.at(-1);
    const last = newest?.key ?? '';
    const was = before.current;
    const added = last !== was.last && was.last !== '';
    if (added && newest?.state === 'sending') toBottom();
    else if (following.current) element.scrollTop = element.scrollHeight;
    else if (first !== was.first) element.scrollTop += element.scrollHeight - was.height;
    else if (added) setMissed((n) => n + Math.max(1, entries.length - was.count));
    before.current = { height: element.scrollHeight, first, last, count: entries.length };
  }, [entries, rows]);

  useEffect(() => {
    const element = log.current;
    if (!element || !content.current || typeof ResizeObserver === 'undefined') return;
    // Stay at the end when images load or the window or composer changes size.
    const observer = new ResizeObserver(() => {
      if (following.current) element.scrollTop = element.scrollHeight;
      before.current.height = element.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const hold = useCallback(() => {
    following.current = false;
  }, []);

  return {
    log,
    content,
    missed,
    toBottom,
    hold,
    onScroll: () => {
      const element = log.current;
      if (!element) return;
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      // Only scrolling up stops following: the log may have grown since it was scrolled to its end.
      if (near) following.current = true;
      else if (element.scrollTop < lastTop.current) following.current = false;
      lastTop.current = element.scrollTop;
      if (near) setMissed(0);
    },
  };
};
