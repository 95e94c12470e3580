/** A file's size in the locale's words. @param bytes its size */
export const sizeOf = (bytes: number, locale: string): string => {
  const big = bytes >= 1024 ** 2;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: big ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: 1,
  }).format(Math.max(0.1, bytes / 1024 ** (big ? 2 : 1)));
};
