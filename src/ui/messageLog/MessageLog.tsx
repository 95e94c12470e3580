import { useLayoutEffect, useRef } from 'react';
import type { LogRow } from '../../model/messageLog';
import { useHome } from '../context';
import { useCss } from '../theme/css';
import { EmptyLog } from './EmptyLog';
import { MessageRow } from './MessageRow';
import { StartFailed } from './StartFailed';
import { TimestampRow } from './TimestampRow';
import { TypingRow } from './TypingRow';
import { UnreadRow } from './UnreadRow';

const style = `
  flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:16px;
  display:flex;flex-direction:column;
  & > ol{display:flex;flex-direction:column;margin-top:auto;}
  & > button{align-self:center;min-height:32px;padding:0 12px;border-radius:10px;font-size:13px;line-height:18px;font-weight:600;color:var(--quiet);}
  & > button:hover{background:#0000000d;}
  @media (pointer:coarse){& > button{min-height:44px;}}
`;

/** A reader this close to the end, in pixels, is following the conversation. */
const FOLLOWING = 80;

const row = (entry: LogRow) => {
  switch (entry.kind) {
    case 'timestamp':
      return <TimestampRow key={entry.key} received={entry.received} />;
    case 'unread':
      return <UnreadRow key={entry.key} />;
    case 'typing':
      return <TypingRow key={entry.key} />;
    case 'message':
      return (
        <MessageRow
          key={entry.key}
          message={entry.message}
          firstInGroup={entry.firstInGroup}
          lastInGroup={entry.lastInGroup}
          lastNonFailed={entry.lastNonFailed}
        />
      );
  }
};

/** SPEC.md section 2 'Message log'. */
export const MessageLog = () => {
  const { state, actions } = useHome();
  const words = state.words.value;
  const rows = state.rows.value;
  const log = useRef<HTMLDivElement>(null);
  const seen = useRef({ height: 0, first: '', following: true });

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const first = rows.find((r) => r.kind === 'message')?.key ?? '';
    const last = rows[rows.length - 1];
    const own = last?.kind === 'message' && last.message.status === 'sending';
    if (seen.current.following || own) element.scrollTop = element.scrollHeight;
    // Older messages came in above: what was under the reader's eye stays there.
    else if (first !== seen.current.first) element.scrollTop += element.scrollHeight - seen.current.height;
    seen.current.height = element.scrollHeight;
    seen.current.first = first;
  }, [rows]);

  const start = state.start.value;
  return (
    <div
      ref={log}
      className={useCss()(style)}
      role="log"
      aria-live="off"
      aria-label={words.t('log_name')}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: c }) => {
        seen.current.following = c.scrollHeight - c.scrollTop - c.clientHeight < FOLLOWING;
      }}
    >
      {state.hasPrevious.value && (
        <button type="button" onClick={actions.loadPrevious}>
          {words.t('log_load_previous')}
        </button>
      )}
      {start === 'failed' && <StartFailed />}
      {start !== 'failed' && rows.length === 0 && <EmptyLog />}
      {rows.length > 0 && <ol>{rows.map(row)}</ol>}
    </div>
  );
};
