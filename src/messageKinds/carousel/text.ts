import type { KindText } from '../kind';
import { listText } from '../list/text';

/** A carousel is told like a list. */
export const carouselText: KindText = listText;
