import type { KindText } from '../kind';
import { listText } from '../list/text';

/** A carousel has the same text as a list. */
export const carouselText: KindText = listText;
