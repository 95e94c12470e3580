import { useHome } from '../../conversation/context';
import { Drawing } from '../../ui/primitives/Drawing';
import { useCss } from '../../ui/theme/css';

// It lies over the top of the log: the messages stay where they are when it comes and goes.
const style = `
  flex:none;position:relative;z-index:1;
  & p:empty{padding:0;border:0;}
  & svg{flex:none;width:16px;height:18px;}
  & p{position:absolute;inset-inline:0;top:0;display:flex;justify-content:center;gap:8px;padding:8px 16px;border-bottom:1px solid var(--line);background:var(--elevated);color:var(--ink);font-size:.8125rem;line-height:1.125rem;}
`;

const WARNING = 'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5zM10 6v4.5M10 13.8v.01';
const TICK = 'M4.5 10.5l3.5 3.5 7.5-8';

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
    <div className={useCss()(style)}>
      <p role="status" data-note={note} data-on="elevated">
        {key ? (
          <>
            <Drawing path={note === 'back' ? TICK : WARNING} />
            <span>{state.words.value.t(key)}</span>
          </>
        ) : null}
      </p>
    </div>
  );
};
