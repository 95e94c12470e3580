const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `5 min`, `2 hr` or `3 days`: rounded up, because less would be a promise, and above ten minutes to five. */
export const replyTime = (locale: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / MINUTE));
  const [unit, count] =
    seconds > 36 * HOUR
      ? ['day', Math.ceil(seconds / DAY)]
      : seconds > 90 * MINUTE
        ? ['hour', Math.ceil(seconds / HOUR)]
        : ['minute', minutes > 10 ? Math.ceil(minutes / 5) * 5 : minutes];
  // Short names of units are the same in every case of a language.
  return new Intl.NumberFormat(locale, { style: 'unit', unit: `${unit}`, unitDisplay: 'short' }).format(
    Number(count),
  );
};
