const FIRST_S = 5;
const LONGEST_S = 60;

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
    /** Sets whether messages are held back. */
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
