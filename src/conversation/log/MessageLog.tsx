import { useLayoutEffect, useRef } from 'react';
import type { LogBlock } from '../../model/messageLog';
import { listen } from '../../platform/disposer';
import { useCss } from '../../ui/theme/css';
import { useHome } from '../context';
import { Feature } from '../Feature';
import type { ReadingPlace } from '../features';
import { EmptyLog } from './EmptyLog';
import { LogStretch } from './LogStretch';

const style = `
  position:relative;flex:1;min-height:60px;overflow-y:auto;overscroll-behavior:contain;overflow-anchor:none;padding:16px;
  display:flex;flex-direction:column;
  &:focus-visible{outline-offset:-2px;}
  & > div{flex:1 0 auto;display:flex;flex-direction:column;}
`;

/** A reader within this many pixels of the end follows the conversation. */
const FOLLOWING = 80;

/** Groups blocks into stretches of 32, by their numbers. */
const stretchesOf = (log: readonly LogBlock[]) => {
  const stretches: [number, LogBlock[]][] = [];
  for (const block of log) {
    const key = block[0] >> 5;
    if (stretches.at(-1)?.[0] !== key) stretches.push([key, []]);
    stretches.at(-1)?.[1].push(block);
  }
  return stretches;
};

/** The message log, which stays at the end while the reader follows the conversation. */
export const MessageLog = () => {
  const { state } = useHome();
  const log = useRef<HTMLDivElement>(null);
  const place = useRef<ReadingPlace>({ following: true, at: 0 }).current;
  const last = state.last.value;

  useLayoutEffect(() => {
    const element = log.current as HTMLDivElement;
    // Use the frame's own window: this script runs in another one, which is never drawn.
    const view = element.ownerDocument.defaultView as typeof window;
    const resized = () => {
      place.height = element.clientHeight;
      if (place.following) element.scrollTop = element.scrollHeight;
      else place.keep?.();
    };
    const observer = new view.ResizeObserver(resized);
    observer.observe(element);
    observer.observe(element.firstElementChild as Element);
    // Runs before the scroll event of a window that was resized, even if it was resized back unseen by the observer.
    const off = listen(view, 'resize', resized);
    return () => {
      off();
      observer.disconnect();
    };
  }, []);

  // Scroll to the visitor's own message when they send one.
  useLayoutEffect(() => {
    if (last?.status === 'sending') place.following = true;
  }, [last?.key]);

  const reader = (at: 'top' | 'end') => last && <Feature name="scrollback" with={{ at, log, place }} />;
  return (
    <div
      ref={log}
      className={useCss()(style)}
      role="log"
      aria-live="off"
      aria-label={state.words.value.t('log_name')}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      // The scrollback keeps the focus in the log when a focused button disappears.
      onFocusIn={({ target }) => {
        place.held = target as Element;
      }}
      onScroll={({ currentTarget: c }) => {
        const near = c.scrollHeight - c.scrollTop - c.clientHeight < FOLLOWING;
        // Only the reader stops following, by scrolling up. In a log that grew higher and lower, the browser did.
        if (near || (c.scrollTop < place.at && (place.height ?? c.clientHeight) === c.clientHeight))
          place.following = near;
        place.at = c.scrollTop;
      }}
    >
      <div>
        {reader('top')}
        {state.start.value === 'failed' ? (
          <Feature name="failures" with={{}} />
        ) : (
          <state.People first>{!state.log.value.length && <EmptyLog />}</state.People>
        )}
        {stretchesOf(state.log.value).map(([key, blocks]) => (
          <LogStretch key={key} blocks={blocks} />
        ))}
        {reader('end')}
        {/* Before the first message, little of what is shown changes. */}
        {last && <Feature name="translation" with={{}} />}
      </div>
    </div>
  );
};
