// Porch's own icons as path data, on a 20 px grid with a stroke of 1.75. These are drawn before the card is.
export const CLOSE_PATH = 'M5 5l10 10M15 5L5 15';
export const SEND_PATH = 'M10 16V4.5M4.8 9.2 10 4l5.2 5.2';
