import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AttendingAgent } from '../../../shared/answers/work';
import type { Thread } from '../../state/conversations/thread';
import { useDesk } from '../parts/view';
import { NotDone } from './NotDone';
import { NoteComposer } from './NoteComposer';
import { ReplyComposer } from './ReplyComposer';

/** Who else is here, those who are answering first. */
const Colleagues = ({ others }: { others: readonly AttendingAgent[] }) => {
  const answering = others.filter(({ typing }) => typing);
  const shown = answering.length > 0 ? answering : others;
  const names = new Intl.ListFormat('en').format(shown.slice(0, 3).map(({ name }) => name));
  const verb = shown.length === 1 ? 'is' : 'are';
  return (
    <span class="colleagues" data-answering={answering.length > 0 || undefined} dir="auto">
      {answering.length > 0 ? `${names} ${verb} answering` : `${names} ${verb} looking`}
    </span>
  );
};

/** Shows typing or a lost connection. Its space is always reserved, so that the layout does not shift. */
const Note = ({ conversation }: { conversation: AgentConversation }) => {
  const { visitorTyping, connection, attending } = useDesk().workspace;
  const lost = connection.value === 'reconnecting';
  const others = attending.others.value;
  return (
    <p class="typing-note" role="status" data-lost={lost || undefined}>
      {lost ? (
        'Connection lost. Reconnecting… What you send is kept.'
      ) : visitorTyping.isTyping(conversation._id) ? (
        <>
          <span class="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <bdi>{conversation.displayName}</bdi> is typing…
        </>
      ) : null}
      {!lost && others.length > 0 && <Colleagues others={others} />}
    </p>
  );
};

/** The choice between a reply and a note. */
const Kinds = ({ id, note }: { id: string; note: boolean }) => {
  const { workspace, view } = useDesk();
  const choose = (on: boolean): void => {
    workspace.notes.setWriting(id, on);
    view.focus(on ? 'note' : 'reply');
  };
  return (
    <fieldset class="composer-kinds">
      <legend class="visually-hidden">Write</legend>
      <button type="button" aria-pressed={!note} onClick={() => choose(false)}>
        Reply
      </button>
      <button type="button" aria-pressed={note} onClick={() => choose(true)}>
        Note
      </button>
    </fieldset>
  );
};

/** Where the agent writes: a reply to the visitor, or a note for colleagues. */
export const Composer = ({ conversation, thread }: { conversation: AgentConversation; thread: Thread }) => {
  const note = useDesk().workspace.notes.isWriting(conversation._id);
  return (
    <div class={`composer${note ? ' for-note' : ''}`}>
      <div class="composer-head">
        <Note conversation={conversation} />
        <Kinds id={conversation._id} note={note} />
      </div>
      <NotDone id={conversation._id} />
      {note ? (
        <NoteComposer conversation={conversation} />
      ) : (
        <ReplyComposer conversation={conversation} thread={thread} />
      )}
    </div>
  );
};
