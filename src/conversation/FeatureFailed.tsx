import { useHome } from './context';
import { Part } from './Feature';
import type { Parts } from './features';

/**
 * Shows that a part failed to load, with a retry button. Draws nothing while the part may still load.
 * @param missing.at CSS position of a floating notice, in place of the part's popup; without it the notice is
 * inline
 */
export const PartFailed = (missing: { of: keyof Parts; at?: string }) =>
  useHome().state.missing.value.has(missing.of) && <Part name="failures" with={{ missing }} />;
