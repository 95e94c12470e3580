import { useHome } from '../context';
import type { Parts } from '../parts';
import { Part } from './Part';

/**
 * Says that a part could not be had, and asks for it again; nothing while it may still come.
 * @param at where it floats, in place of what would open there; else it stands in the text
 */
export const PartFailed = (missing: { of: keyof Parts; at?: string }) =>
  useHome().state.missing.value.has(missing.of) && <Part name="failures" with={{ missing }} />;
