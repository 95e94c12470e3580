import { imageText } from '../image/text';
import type { KindText } from '../kind';

/** A file has the same text as an image. */
export const fileText: KindText = { ...imageText, label: 'announce.file' };
