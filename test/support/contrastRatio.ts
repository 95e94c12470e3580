/**
 * WCAG 2's contrast ratio, implemented a second time so that a test does not rely on the code under test.
 * @param a red, green and blue, each from 0 to 255
 */
export const contrastRatio = (a: readonly number[], b: readonly number[]): number => {
  const light = (color: readonly number[]) => {
    const [red, green, blue] = color.map((v) => {
      const s = v / 255;
      return s <= 0.03928 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
