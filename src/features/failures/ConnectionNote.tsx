import { useHome } from '../../conversation/context';
import { useCss } from '../../ui/theme/css';

const style = `
  &:empty{padding:0;}
  padding:6px 16px;background:var(--business);color:var(--onBusiness);font-size:13px;line-height:18px;text-align:center;
`;

const SENTENCES = {
  offline: 'connection_offline',
  reconnecting: 'connection_reconnecting',
  back: 'connection_back',
} as const;

/**
 * Tells the visitor that the connection is lost and messages wait, or that the conversation is gone. The
 * element is always present, so that screen readers announce its text.
 */
export const ConnectionNote = () => {
  const { state } = useHome();
  const note = state.connection.value;
  const key = note ? SENTENCES[note] : state.removed.value && 'conversation_removed';
  return (
    <p className={useCss()(style)} role="status" data-note={note}>
      {key ? state.words.value.t(key) : null}
    </p>
  );
};
