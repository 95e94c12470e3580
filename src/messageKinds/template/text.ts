import type { KindText } from '../kind';

/** A template is for other channels. Only its fallback text is shown here. */
export const templateText: KindText = {};
