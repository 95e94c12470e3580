const FIRST_S = 5;
const LONGEST_S = 60;

/** When what could not reach the desk is tried again by itself: after growing pauses, until something gets through. */
export const createResending = (resend: () => void) => {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    resend();
  };
  return {
    /** Tries at once: the way to the desk may be open again. */
    now,
    /** Told whether something is held back. */
    held: (held: boolean): void => {
      if (!held) {
        failures = 0;
        return;
      }
      if (!over) timer ??= setTimeout(now, Math.min(LONGEST_S, FIRST_S * 2 ** failures++) * 1000);
    },
    dispose: (): void => {
      over = true;
      clearTimeout(timer);
    },
  };
};
