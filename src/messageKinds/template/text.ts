import type { KindText } from '../kind';

/** A template is for other channels. Its fallback text is all that it says here. */
export const templateText: KindText = {};
