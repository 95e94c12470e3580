/** Focuses the launcher. @param visible whether to show the focus ring until the focus leaves */
export const focusLauncher = (button: HTMLElement, visible: boolean): void => {
  const mark = (on: boolean) => {
    button.toggleAttribute('data-focus', on);
    button.style.outline = on ? '3px solid var(--a)' : '';
    button.style.outlineOffset = on ? '3px' : '';
  };
  mark(visible);
  button.onblur = () => mark(false);
  button.focus({ preventScroll: true });
};
