import { useEffect, useRef, useState } from 'react';
import type { Clock } from '../../platform/clock';
import { type Growth, SILENCE_MS } from '../../wire/growth';

/** How an answer is drawn: `cut` once its program has been silent for too long. */
type Shown = Growth['state'] | 'cut';

/**
 * Follows an answer that grows.
 * @param onEnd called once when an answer that has grown on this page stops growing
 */
export const useGrowth = (clock: Clock, { version, at, state }: Growth, onEnd: () => void): Shown => {
  const first = useRef(version);
  /**
   * For how long it has been silent, in ms. Each version but the first has just arrived, whatever the visitor's clock
   * shows.
   */
  const ageOf = () => (version === first.current ? Math.max(0, clock.now() - at * 1000) : 0);
  const [silent, setSilent] = useState(() => ageOf() >= SILENCE_MS);
  /** Whether it was seen growing, and its end was not reported. */
  const growing = useRef(false);
  const shown = state === 'grows' && silent ? 'cut' : state;
  useEffect(() => {
    if (state !== 'grows') return;
    const age = ageOf();
    setSilent(age >= SILENCE_MS);
    return clock.after(SILENCE_MS - age, () => setSilent(true));
  }, [version, state]);
  useEffect(() => {
    if (shown === 'grows') growing.current = true;
    else if (growing.current) {
      growing.current = false;
      onEnd();
    }
  }, [shown]);
  return shown;
};
