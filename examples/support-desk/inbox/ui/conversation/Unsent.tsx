import { actWords } from '../../model/acts';
import { isTransient } from '../../model/apiResult';
import { fileName } from '../../model/describe';
import type { Entry } from '../../model/entries';
import type { Thread } from '../../state/conversations/thread';
import type { Workspace } from '../../state/workspaceParts';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { nameOfAgent } from '../writing/pickSaved';

const FAILED: Record<NonNullable<Entry['failure']>, string> = {
  network: 'Not sent yet: the desk cannot be reached. It will be sent automatically.',
  server: 'Not sent yet: the desk had a problem. It will be sent automatically.',
  busy: 'Not sent yet: the desk is busy. It will be sent automatically.',
  rejected: 'Not sent: the desk did not accept it.',
  conflict: 'Not sent: somebody else made a change in the meantime.',
  notFound: 'Not sent: the conversation is no longer there.',
  unauthorized: 'Not sent: you are signed out.',
  forbidden: 'Not sent: your role does not allow it.',
};

/** Files are kept only in the page. */
const KEEP_OPEN = 'Keep this page open, or the file is lost.';

const failedText = ({ failure = 'server', reason, progress }: Entry): string => {
  if (failure === 'rejected' && reason) return `Not sent: ${reason}`;
  if (failure === 'conflict' && reason) return `Not sent yet: ${reason}.`;
  return progress !== undefined && isTransient(failure) ? `${FAILED[failure]} ${KEEP_OPEN}` : FAILED[failure];
};

/** What waits with the reply: ', then: tag billing, close'. @param begin the words before the first */
const thenWords = ({ followUp }: Entry, { team }: Workspace, begin: string): string => {
  const words = followUp?.acts.map((act) => actWords(act, nameOfAgent(team))) ?? [];
  return words.length > 0 ? `${begin} ${words.join(', ')}` : '';
};

/** Why a message is not sent, and what the agent can do. */
export const Failed = ({ entry, thread }: { entry: Entry; thread: Thread }) => {
  const { workspace, view } = useDesk();
  return (
    <div class="failed" role="alert">
      <span>
        {failedText(entry)}
        {entry.followUp && <span class="meta">{thenWords(entry, workspace, ' Then:')}</span>}
      </span>
      <span class="failed-actions">
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            void thread.retry(entry.key);
            // This button disappears, so move the focus.
            view.focus('reply');
          }}
        >
          <Icon name="retry" />
          {entry.failure === 'conflict' ? 'Send anyway' : 'Try again'}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            workspace.takeBack(thread.id, entry.key);
            view.focus('reply');
          }}
        >
          {entry.progress === undefined ? 'Edit' : 'Remove'}
        </button>
      </span>
    </div>
  );
};

/** A reply that can still be undone, or an upload's progress, with a cancel button. */
export const Sending = ({ entry, thread }: { entry: Entry; thread: Thread }) => {
  const { workspace, view } = useDesk();
  const { progress, message } = entry;
  if (entry.waits) {
    return (
      <div class="waits" role="status">
        <span class="message-state">Sending in a moment{thenWords(entry, workspace, ', then:')}</span>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            workspace.takeBack(thread.id, entry.key);
            view.focus('reply');
          }}
        >
          Undo
        </button>
      </div>
    );
  }
  if (progress === undefined) return <p class="message-state">Sending…</p>;
  return (
    <div class="uploading">
      <progress value={progress} max={1} aria-label={`Sending ${fileName(message)}`} />
      <button
        type="button"
        class="button quiet"
        aria-label={`Cancel ${fileName(message)}`}
        onClick={() => {
          thread.discard(entry.key);
          view.focus('reply');
        }}
      >
        Cancel
      </button>
    </div>
  );
};
