/** Focuses the launcher. @param visible whether to show the focus ring until the focus leaves */
export const focusLauncher = (button: HTMLElement, visible: boolean): void => {
  button.toggleAttribute('data-focus', visible);
  button.onblur = () => button.toggleAttribute('data-focus', false);
  button.focus({ preventScroll: true });
};
