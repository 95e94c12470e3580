import { useHome } from '../context';
import { useCss } from '../theme/css';
import { hidden } from '../theme/tokens';

/**
 * The single polite region of DESIGN.md 3.12: each incoming message once, with its author. The log itself is silent,
 * or history would be read out as it loads.
 */
export const Announcer = () => (
  <div className={useCss()(hidden)} aria-live="polite">
    {useHome().state.announcement.value.map(({ id, text }) => (
      <p key={id}>{text}</p>
    ))}
  </div>
);
