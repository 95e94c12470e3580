import type { KindText } from '../kind';

/** A text message contains nothing besides its text. */
export const textText: KindText = {};
