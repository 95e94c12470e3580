import type { ReadingPlace } from '../../conversation/features';
import type { LogRow } from '../../model/messageLog';

const MOTION = { duration: 200, easing: 'ease-out', composite: 'add' } as const;

/** The space above a message whose first line is held, in pixels. */
const MARGIN = 8;

type Seen = { first?: string; last?: string; top: number };

/**
 * Lets the log settle when a row appears or disappears at its end. The log is at the end at once, and its content
 * glides there by a transform alone, so that no later change finds it halfway. A message of the business that is taller
 * than the log is read from its first line: the reader is put there, and no longer follows.
 * @param hold called when the reader no longer follows, to remember what they look at
 * @returns `settle` to call when rows have been drawn; `stop` undoes all of it
 */
export const createSettling = (log: HTMLElement, place: ReadingPlace, hold: () => void) => {
  const view = log.ownerDocument.defaultView as Window & typeof globalThis;
  const content = log.firstElementChild as HTMLElement;
  const reduced = view.matchMedia('(prefers-reduced-motion: reduce)');
  let seen: Seen | undefined;
  let section: HTMLElement | null = null;
  let gliding = 0;
  /** Where the messages begin, without the glide that is under way. */
  const top = () => (section ? section.offsetTop - log.scrollTop : 0);
  const remember = () => {
    if (seen) seen.top = top();
  };
  const observer = new view.ResizeObserver(remember);
  log.addEventListener('scroll', remember, { passive: true });

  /** Puts the reader at the first line of a message that does not fit. */
  const pin = (row: LogRow | undefined) => {
    if (row?.kind !== 'message' || row.message.role === 'appUser') return;
    const element = [...log.querySelectorAll<HTMLElement>('li[data-time]')].at(-1);
    if (!element || element.offsetHeight <= log.clientHeight) return;
    place.following = false;
    // Offsets leave out that the row rises. During a glide they count from the stretch of rows.
    const stretch = element.closest('section') as HTMLElement;
    const from = element.offsetParent === stretch ? stretch.offsetTop : 0;
    log.scrollTop = from + element.offsetTop - MARGIN;
    hold();
  };

  /** Moves the rows and the greeting in from `moved` pixels away. Clips them, or they would lengthen what scrolls. */
  const glide = (moved: number) => {
    for (const part of log.querySelectorAll('section,[data-glides]')) {
      const motion = part.animate?.({ transform: [`translateY(${moved}px)`, 'translateY(0)'] }, MOTION);
      if (!motion) return;
      gliding++;
      content.style.overflowY = 'clip';
      motion.onfinish = motion.oncancel = () => {
        if (--gliding === 0) content.style.overflowY = '';
      };
    }
  };

  return {
    settle(rows: readonly LogRow[]): void {
      const last = rows.at(-1);
      const before = seen;
      const came = before?.first === rows[0]?.key && before?.last !== last?.key;
      if (place.following) {
        log.scrollTop = log.scrollHeight;
        if (came) pin(last);
      }
      const now = log.querySelector('section');
      if (now && now !== section) {
        observer.disconnect();
        observer.observe(now);
      }
      section = now;
      seen = { first: rows[0]?.key, last: last?.key, top: top() };
      const moved = (before?.top ?? 0) - seen.top;
      // The eye cannot follow what moves by more than the log's height.
      if (!came || !moved || Math.abs(moved) > log.clientHeight || reduced.matches) return;
      glide(moved);
    },
    stop() {
      observer.disconnect();
      log.removeEventListener('scroll', remember);
    },
  };
};
