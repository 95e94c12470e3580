/** Whether a key belongs to an input method, which composes a text. Safari then says so only by the key code 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
