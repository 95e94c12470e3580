import { shownLabel } from '../../wire/shown';
import type { KindText } from '../kind';

/** A message of a kind that this build does not know. */
export const unknownText: KindText = {
  names: (raw) => [shownLabel(raw.altText)],
  lines: (raw) => [{ name: shownLabel(raw.altText) }],
};
