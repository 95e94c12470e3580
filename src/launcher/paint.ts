import type { createOuterPalette } from '../model/palette';

/** As CSS. */
export const rgb = (color: readonly number[]): string => `rgb(${color})`;

/**
 * Gives the launcher and its badge the publisher's colours; those that are not wished stay. The rules of styles.ts and
 * badge.ts read them: no sheet is written.
 */
export const paintLauncher = (
  { style }: HTMLElement,
  { action, notify }: Pick<ReturnType<typeof createOuterPalette>, 'action' | 'notify'>,
): void => {
  const set = (name: string, color: readonly number[] | undefined) =>
    color && style.setProperty(name, rgb(color));
  set('--a', action?.surface);
  set('--f', action?.ink);
  set('--n', notify?.surface);
  set('--m', notify?.ink);
};
