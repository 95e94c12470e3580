const MAX_HEIGHT_PX = 192;

/** Fits the height of a text area to its text. It sets the style from script, which a strict style-src allows. */
export const fitHeight = (area: HTMLTextAreaElement | null): void => {
  if (!area) return;
  area.style.height = 'auto';
  area.style.height = `${Math.min(MAX_HEIGHT_PX, area.scrollHeight)}px`;
};
