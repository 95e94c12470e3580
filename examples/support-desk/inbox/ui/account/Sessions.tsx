import { useRef, useState } from 'react';
import type { SignedIn } from '../../../shared/answers/accounts';
import { refusalWords } from '../../model/apiResult';
import { describeBrowser } from '../../model/describe';
import { dayAndTime, isoTime } from '../../model/times';
import type { Loaded } from '../../state/parts/loaded';
import { LoadedView } from '../parts/LoadedView';
import { useDesk } from '../parts/view';

const Row = ({ session, onEnd }: { session: SignedIn; onEnd(): void }) => {
  const now = useDesk().inbox.now.value;
  const browser = describeBrowser(session.userAgent) ?? 'Unknown browser';
  return (
    <li class="account-row">
      <div class="account-row-text">
        <p>
          <strong>{browser}</strong>
          {session.current && <span class="badge-quiet">This browser</span>}
        </p>
        <p class="secondary">
          Signed in: <time dateTime={isoTime(session.createdAt)}>{dayAndTime(session.createdAt, now)}</time> ·
          Last used: <time dateTime={isoTime(session.usedAt)}>{dayAndTime(session.usedAt, now)}</time>
        </p>
      </div>
      {!session.current && (
        <button type="button" class="button" aria-label={`End the session in ${browser}`} onClick={onEnd}>
          End
        </button>
      )}
    </li>
  );
};

/** Where the agent is signed in. */
export const Sessions = ({ sessions }: { sessions: Loaded<SignedIn[]> }) => {
  const { api, fail } = useDesk().workspace;
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const end = async (id: string): Promise<void> => {
    const answer = await api.account.endSession(id);
    setProblem(answer.ok ? '' : refusalWords(answer));
    if (!answer.ok) fail(answer.failure);
    // The pressed button disappears with its row.
    heading.current?.focus();
    await sessions.refresh();
  };
  return (
    <section class="account-part" aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <LoadedView of={sessions} what="Your sessions">
        {(all) => (
          <ul class="account-rows" aria-label="Sessions">
            {all.map((session) => (
              <Row key={session.id} session={session} onEnd={() => void end(session.id)} />
            ))}
          </ul>
        )}
      </LoadedView>
    </section>
  );
};
