import type { Needs } from '../../conversation/featureDeps';
import { onWake } from '../../platform/page';
import { createTimer } from '../../platform/timer';

export type DayDeps = Needs<'clock' | 'page' | 'words' | 'onDispose', 'locale'>;

/**
 * Rewrites the times when the day has changed: “Today” is “Yesterday” then. A machine that sleeps over midnight stops
 * timers, so each waking of the page is asked, too.
 */
export const followDay = ({ clock, page, words, slices, onDispose }: DayDeps): void => {
  const midnight = createTimer(clock, onDispose);
  let ends = 0;
  const wait = () => {
    ends = new Date(clock.now()).setHours(24, 0, 0, 0);
    midnight.set(ends - clock.now(), check);
  };
  const check = () => {
    const isOver = clock.now() >= ends;
    wait();
    const { locale } = slices.locale.words.peek() ?? {};
    if (isOver && locale) void words.change(locale);
  };
  wait();
  onDispose(onWake(page, check));
};
