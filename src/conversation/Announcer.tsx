import { useCss } from '../ui/theme/css';
import { hidden } from '../ui/theme/tokens';
import { useHome } from './context';
import { Feature } from './Feature';

/**
 * The single polite live region. It announces each incoming message once, with its author. The log itself is
 * no live region, because history would be read out as it loads.
 */
export const Announcer = () => {
  const { announcement, rows } = useHome().state;
  const last = rows.value[rows.value.length - 1];
  return (
    <div className={useCss()(hidden)} aria-live="polite">
      {announcement.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      <span role="status">
        {last?.kind === 'typing' && <Feature name="typing" with={{ spoken: true }} />}
      </span>
    </div>
  );
};
