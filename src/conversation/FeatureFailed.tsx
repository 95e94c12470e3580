import { useHome } from './context';
import { Feature } from './Feature';
import type { Features } from './features';

/**
 * Shows that a feature failed to load, with a retry button. Draws nothing while the feature may still load.
 * @param missing.at CSS position of a floating notice, in place of the feature's popup; without it the notice is
 * inline
 */
export const FeatureFailed = (missing: { of: keyof Features; at?: string }) =>
  useHome().state.missing.value.has(missing.of) && <Feature name="failures" with={{ missing }} />;
