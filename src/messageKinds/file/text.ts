import { imageText } from '../image/text';
import type { KindText } from '../kind';

/** A file is told like an image. */
export const fileText: KindText = { ...imageText, label: 'announce.file' };
