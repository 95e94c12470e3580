import { useHome } from '../../conversation/context';
import type { Features } from '../../conversation/features';
import { useCss } from '../../ui/theme/css';

// The composer's rules make buttons round; these rules override them.
const style = `
  display:flex;flex-wrap:wrap;align-items:center;gap:0 8px;font-size:.8125rem;line-height:1.125rem;
  && button[type]{width:auto;height:auto;min-height:32px;border-radius:6px;color:inherit;font-weight:600;text-decoration:underline;text-underline-offset:2px;}
  & [aria-disabled]{opacity:.35;}
  @media (pointer:coarse){&& button[type]{min-height:44px;}}
`;
const overlay = `
  position:absolute;z-index:3;width:max-content;max-width:min(300px,calc(100vw/var(--scale,1) - 24px));padding:6px 14px;
  border:1px solid var(--line);border-radius:var(--control);background:var(--elevated);color:var(--ink);box-shadow:0 8px 28px #00000029;
`;

/**
 * Shows that a feature failed to load, with a retry button. Draws nothing while the feature may still load.
 * @param at CSS position of a floating notice, in place of the feature's popup; without it the notice is inline
 */
export const FeatureMissing = ({ of, at }: { of: keyof Features; at?: string }) => {
  const { state, actions } = useHome();
  const css = useCss();
  const trying = state.missing.value.get(of);
  if (trying === undefined) return null;
  const words = state.words.value;
  return (
    // An inline notice is not a live region: a screen reader would announce each of several in the log.
    <div className={css(at ? style + overlay + at : style)} role={at ? 'status' : undefined}>
      <span>{words.t('feature_failed')}</span>
      <button type="button" aria-disabled={trying || undefined} onClick={actions.retryFeatures}>
        {words.t('retry')}
      </button>
    </div>
  );
};
