import { useHome } from '../../context';
import { useCss } from '../../theme/css';

const style = `
  &:empty{padding:0;}
  padding:6px 16px;background:var(--business);color:var(--onBusiness);font-size:13px;line-height:18px;text-align:center;
`;

const SENTENCES = {
  offline: 'connection_offline',
  reconnecting: 'connection_reconnecting',
  back: 'connection_back',
} as const;

/** Says that messages will go out later, as long as the connection is lost; always there, so that it is announced. */
export const ConnectionNote = () => {
  const { state } = useHome();
  const note = state.connection.value;
  return (
    <p className={useCss()(style)} role="status" data-note={note}>
      {note ? state.words.value.t(SENTENCES[note]) : null}
    </p>
  );
};
