const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A file's size in the locale's words. 1 MB is 1,048,576 bytes, as in the upload limit. */
export const fileSize = (locale: string, bytes: number): string => {
  let [size, step] = [bytes, 0];
  while (size >= 1024 && step < UNITS.length - 1) {
    size /= 1024;
    step += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    // The short English form would be `2 byte`.
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
};
