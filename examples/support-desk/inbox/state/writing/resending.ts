const FIRST_S = 5;
const LONGEST_S = 60;
/** No desk may ask for more. */
const LONGEST_WAIT_S = 300;

/** Retries held messages automatically, with back-off, until one gets through. */
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
    /** Retries at once, for example because the network may be back. */
    now,
    /** Sets whether messages are held back. @param waitS how long the desk asks to wait at least, in seconds */
    held: (held: boolean, waitS = 0): void => {
      if (!held) {
        failures = 0;
        return;
      }
      if (over || timer !== undefined) return;
      const pauseS = Math.min(LONGEST_S, FIRST_S * 2 ** failures++);
      timer = setTimeout(now, Math.max(pauseS, Math.min(waitS, LONGEST_WAIT_S)) * 1000);
    },
    dispose: (): void => {
      over = true;
      clearTimeout(timer);
    },
  };
};
