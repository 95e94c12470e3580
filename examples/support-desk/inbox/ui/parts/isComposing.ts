/** Whether a key belongs to an input method that composes a text. Safari then reports only the key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
