import type { createOuterPalette } from '../model/palette';

/** As CSS. */
export const rgb = (color: readonly number[]): string => `rgb(${color})`;

/**
 * Gives the launcher and its badge the publisher's colours; those that are not wished stay. No sheet is written for that.
 */
export const paintLauncher = (
  root: ShadowRoot,
  { action, notify }: Pick<ReturnType<typeof createOuterPalette>, 'action' | 'notify'>,
): void => {
  const { style } = root.host as HTMLElement;
  const set = (name: string, color: readonly number[] | undefined) =>
    color && style.setProperty(name, rgb(color));
  set('--a', action?.surface);
  set('--n', notify?.surface);
  set('--m', notify?.ink);
  const button = root.querySelector<HTMLElement>('.l');
  if (button && action) button.style.color = rgb(action.ink);
};
