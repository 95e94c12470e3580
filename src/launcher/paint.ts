import type { createOuterPalette } from '../model/palette';

/** Formats a color as CSS. */
export const rgb = (color: readonly number[]): string => `rgb(${color})`;

/**
 * Applies the publisher's colors to the launcher and its badge, and the scheme to the cards beside it. What is
 * undefined leaves the current one. Sets inline styles instead of rewriting a style sheet.
 */
export const paintLauncher = (
  root: ShadowRoot,
  { action, notify }: Partial<Pick<ReturnType<typeof createOuterPalette>, 'action' | 'notify'>>,
  scheme?: string,
): void => {
  const { style, dataset } = root.host as HTMLElement;
  if (scheme) dataset.scheme = scheme;
  const set = (name: string, color: readonly number[] | undefined) =>
    color && style.setProperty(name, rgb(color));
  set('--a', action?.surface);
  set('--n', notify?.surface);
  set('--m', notify?.ink);
  const button = root.querySelector<HTMLElement>('.l');
  if (button && action) button.style.color = rgb(action.ink);
};
