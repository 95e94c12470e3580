import { useLayoutEffect, useRef, useState } from 'react';
import { useHome } from '../../conversation/context';
import type { ScrollbackProps } from '../../conversation/features';
import type { LogRow } from '../../model/messageLog';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';
import { holdPlace } from './holdPlace';
import { createSettling } from './settle';

// The button overlaps the last rows without a height of its own, so nothing moves when it appears.
const style = `
  position:sticky;bottom:0;align-self:center;display:flex;align-items:center;gap:6px;
  height:36px;margin-top:-36px;padding:0 14px 0 10px;border-radius:var(--bubble);
  background:var(--action);color:var(--onAction);font-size:.8125rem;line-height:1.125rem;font-weight:600;
  box-shadow:0 2px 8px #0003;
  [dir=rtl] &{padding:0 10px 0 14px;}
  & svg{width:16px;height:16px;}
  @media (pointer:coarse){height:44px;margin-top:-44px;border-radius:calc(var(--bubble)*1.25);}
`;

const newest = (rows: readonly LogRow[]): number => {
  const last = rows.findLast((r) => r.kind === 'message' && !r.message.isOptimistic);
  return last?.kind === 'message' ? last.message.received : 0;
};

/** How many messages of the business came after `since`, a `received` in float seconds. */
const countAfter = (rows: readonly LogRow[], since: number): number => {
  let count = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i];
    if (row?.kind !== 'message') continue;
    if (!row.message.isOptimistic && row.message.received <= since) break;
    if (row.message.role !== 'appUser') count++;
  }
  return count;
};

/**
 * The button back to the end for a reader who has scrolled up, with the number of messages that arrived
 * since.
 */
export const Latest = ({ log, place, loadPrevious }: ScrollbackProps & { loadPrevious(): void }) => {
  const { state } = useHome();
  /** `received` of the newest message when the reader left the end; undefined while they are at the end. */
  const [left, setLeft] = useState<number | undefined>();
  const settling = useRef<ReturnType<typeof createSettling>>(undefined);
  useLayoutEffect(() => {
    const element = log.current as HTMLElement;
    const held = holdPlace(element, place, {
      moved(near) {
        if (place.following) return setLeft(undefined);
        setLeft((since) => since ?? newest(state.rows.peek()));
        const { historyStatus: status, hasPreviousMessages } = state.active.peek() ?? {};
        if (near && hasPreviousMessages && status !== 'pending' && status !== 'failed') {
          loadPrevious();
        }
      },
    });
    settling.current = createSettling(element, place, held.check);
    return () => {
      settling.current?.stop();
      held.stop();
    };
  }, []);
  const css = useCss();
  useLayoutEffect(() => {
    let undo: (() => void) | undefined;
    import('./focused').then(
      ({ exactTimes, keepFocus }) => {
        if (!log.current) return;
        log.current.classList.add(css(exactTimes));
        undo = keepFocus(log.current, place);
      },
      () => {},
    );
    return () => undo?.();
  }, []);
  const words = state.words.value;
  const rows = state.rows.value;
  useLayoutEffect(() => settling.current?.settle(rows), [rows]);
  if (left === undefined) return null;
  const count = countAfter(rows, left);
  return (
    <button
      type="button"
      className={css(style)}
      onClick={() => {
        const element = log.current as HTMLElement;
        place.following = true;
        element.scrollTop = element.scrollHeight;
        // The button disappears; keep the focus in the log.
        element.focus({ preventScroll: true });
        setLeft(undefined);
      }}
    >
      <Drawing path="M10 4v11.5M4.8 10.8 10 16l5.2-5.2" />
      {count > 0 ? words.plural('log.new', count) : words.t('log.jump')}
    </button>
  );
};
