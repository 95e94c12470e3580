import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';

// It covers the top of the log, so the messages do not move when it appears and disappears.
const style = `
  flex:none;position:relative;z-index:1;
  & p:empty{padding:0;border:0;}
  & p{position:absolute;inset-inline:0;top:0;padding:8px 16px;border-bottom:1px solid var(--line);background:var(--elevated);color:var(--ink);font-size:.8125rem;line-height:1.125rem;text-align:center;}
`;

const SENTENCES = {
  offline: 'connection_offline',
  reconnecting: 'connection_reconnecting',
  back: 'connection_back',
} as const;

/**
 * Shows that the connection is lost and messages wait, or that the conversation or the login is gone. The element is
 * always present, so that screen readers announce its text.
 */
export const ConnectionNote = () => {
  const { state } = useHome();
  const note = state.connection.value;
  const key = note ? SENTENCES[note] : state.notice.value;
  return (
    <div className={useCss()(style)}>
      <p role="status" data-note={note} data-on="elevated">
        {key ? state.words.value.t(key) : null}
      </p>
    </div>
  );
};
