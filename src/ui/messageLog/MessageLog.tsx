import { useLayoutEffect, useRef, useState } from 'react';
import type { LogBlock } from '../../model/messageLog';
import { useHome } from '../context';
import { Part } from '../primitives/Part';
import { useCss } from '../theme/css';
import { EmptyLog } from './EmptyLog';
import { LogStretch } from './LogStretch';
import type { Place } from './reader/place';

const style = `
  position:relative;flex:1;min-height:60px;overflow-y:auto;overscroll-behavior:contain;overflow-anchor:none;padding:16px;
  display:flex;flex-direction:column;
  & > div{flex:1 0 auto;display:flex;flex-direction:column;}
`;

/** A reader this close to the end, in pixels, is following the conversation. */
const FOLLOWING = 80;

/** Stretches of 32 blocks, by their numbers. */
const stretchesOf = (log: readonly LogBlock[]) => {
  const stretches: [number, LogBlock[]][] = [];
  for (const block of log) {
    const key = block[0] >> 5;
    if (stretches.at(-1)?.[0] !== key) stretches.push([key, []]);
    stretches.at(-1)?.[1].push(block);
  }
  return stretches;
};

/** SPEC.md section 2 'Message log'. */
export const MessageLog = () => {
  const { state } = useHome();
  const rows = state.rows.value;
  const log = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ following: true, at: Number.POSITIVE_INFINITY }).current;
  const [scrolled, setScrolled] = useState(false);
  const last = rows[rows.length - 1];

  useLayoutEffect(() => {
    const element = log.current as HTMLDivElement;
    // The frame's own: this code's window is another, which is never drawn.
    const { ResizeObserver } = element.ownerDocument.defaultView as typeof window;
    const observer = new ResizeObserver(() => {
      if (place.following) element.scrollTop = element.scrollHeight;
      else place.keep?.();
    });
    observer.observe(element);
    observer.observe(element.firstElementChild as Element);
    return () => observer.disconnect();
  }, []);

  // Whoever writes wants to see what they wrote.
  useLayoutEffect(() => {
    if (last?.kind === 'message' && last.message.status === 'sending') place.following = true;
  }, [last?.key]);

  const reader = (at: 'top' | 'end') =>
    (scrolled || state.hasPrevious.value) && <Part name="reader" with={{ at, log, place }} />;
  return (
    <div
      ref={log}
      className={useCss()(style)}
      role="log"
      aria-live="off"
      aria-label={state.words.value.t('log_name')}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      // The exact times are shown to whoever stops here, and a button in it may go with the focus.
      onFocusIn={({ target }) => {
        place.held = target as Element;
        setScrolled(true);
      }}
      onScroll={({ currentTarget: c }) => {
        const near = c.scrollHeight - c.scrollTop - c.clientHeight < FOLLOWING;
        // A window that has become lower since was not scrolled: only a way up leaves the end.
        if (near || c.scrollTop < place.at) place.following = near;
        place.at = c.scrollTop;
        setScrolled(true);
      }}
    >
      <div>
        {reader('top')}
        {state.start.value === 'failed' ? <Part name="failures" with={{}} /> : !last && <EmptyLog />}
        {stretchesOf(state.log.value).map(([key, blocks]) => (
          <LogStretch key={key} blocks={blocks} />
        ))}
        {reader('end')}
      </div>
    </div>
  );
};
