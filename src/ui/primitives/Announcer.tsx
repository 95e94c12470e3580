import { useHome } from '../context';
import { useCss } from '../theme/css';
import { hidden } from '../theme/tokens';

/**
 * The single polite region of DESIGN.md 3.12: each incoming message once, with its author. The log itself is silent,
 * or history would be read out as it loads.
 */
export const Announcer = () => {
  const said = useHome().state.announcement.value;
  return (
    <div className={useCss()(hidden)} aria-live="polite" aria-atomic="true">
      {said && <span key={said.id}>{said.text}</span>}
    </div>
  );
};
