const UNITS = ['byte', 'kilobyte', 'megabyte'];

/** A file's size in the locale's words. @param bytes its size */
export const sizeOf = (bytes: number, locale: string): string => {
  const power = Math.min(2, Math.floor(Math.log(bytes || 1) / Math.log(1024)));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    maximumFractionDigits: power,
  }).format(bytes / 1024 ** power);
};
