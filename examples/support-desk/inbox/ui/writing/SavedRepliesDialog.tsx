import { useLayoutEffect, useRef, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { failureWords } from '../../model/apiResult';
import { Dialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { SavedReplyForm } from './SavedReplyForm';

/** Asks before deleting a reply, in its row. */
const Deleting = ({ reply, onKeep }: { reply: AgentSavedReply; onKeep(): void }) => {
  const { savedReplies } = useDesk().workspace;
  const [problem, setProblem] = useState('');
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <div class="saved-reply deleting">
      <p role="alert">
        {problem || (
          <>
            Delete <bdi>/{reply.shortcut}</bdi> for all agents?
          </>
        )}
      </p>
      <button ref={keep} type="button" class="button" onClick={onKeep}>
        Keep
      </button>
      <button
        type="button"
        class="button danger"
        onClick={() => void savedReplies.remove(reply._id).then((wrong) => setProblem(wrong ?? ''))}
      >
        Delete
      </button>
    </div>
  );
};

type RowProps = { reply: AgentSavedReply; onInsert(): void; onEdit(): void; onDelete(): void };

const Row = ({ reply, onInsert, onEdit, onDelete }: RowProps) => (
  <div class="saved-reply">
    <button type="button" class="row-button saved-reply-insert" onClick={onInsert}>
      <span class="slash-shortcut" dir="auto">
        /{reply.shortcut}
      </span>{' '}
      <span class="saved-reply-text" dir="auto">
        {reply.text}
      </span>
    </button>
    <button type="button" class="icon-button" aria-label={`Edit /${reply.shortcut}`} onClick={onEdit}>
      <Icon name="edit" />
    </button>
    <button type="button" class="icon-button" aria-label={`Delete /${reply.shortcut}`} onClick={onDelete}>
      <Icon name="bin" />
    </button>
  </div>
);

type ListProps = { onInsert(text: string): void; onEdit(reply: AgentSavedReply | undefined): void };

const List = ({ onInsert, onEdit }: ListProps) => {
  const { savedReplies } = useDesk().workspace;
  const [deleting, setDeleting] = useState<string | undefined>(undefined);
  const add = useRef<HTMLButtonElement>(null);
  const all = savedReplies.all.value;
  const status = savedReplies.status.value;
  useLayoutEffect(() => add.current?.focus(), []);
  // The focused row disappears once its reply is deleted.
  useLayoutEffect(() => {
    if (deleting === undefined || all.some((reply) => reply._id === deleting)) return;
    setDeleting(undefined);
    add.current?.focus();
  }, [all, deleting]);
  return (
    <>
      {status !== 'ready' && status !== 'loading' ? (
        <Notice
          icon="alert"
          title="Saved replies did not load"
          role="alert"
          action={{ label: 'Try again', run: () => void savedReplies.refresh() }}
        >
          {failureWords[status]}
        </Notice>
      ) : all.length === 0 ? (
        <Notice icon="quote" title={status === 'loading' ? 'Loading…' : 'No saved replies yet'}>
          Save a text that you send often. All agents can then insert it.
        </Notice>
      ) : (
        <ul class="saved-replies">
          {all.map((reply) => (
            <li key={reply._id}>
              {deleting === reply._id ? (
                <Deleting reply={reply} onKeep={() => setDeleting(undefined)} />
              ) : (
                <Row
                  reply={reply}
                  onInsert={() => onInsert(reply.text)}
                  onEdit={() => onEdit(reply)}
                  onDelete={() => setDeleting(reply._id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <footer class="dialog-footer">
        <button ref={add} type="button" class="button" onClick={() => onEdit(undefined)}>
          <Icon name="more" />
          New saved reply
        </button>
      </footer>
    </>
  );
};

type Props = {
  /** The composer's text, for a new saved reply. */
  draft: string;
  onInsert(text: string): void;
  onClose(): void;
};

/** All saved replies: a press inserts one. Each can be changed and deleted, and new ones added. */
export const SavedRepliesDialog = ({ draft, onInsert, onClose }: Props) => {
  const [editing, setEditing] = useState<{ reply: AgentSavedReply | undefined } | undefined>(undefined);
  const title = editing ? (editing.reply ? 'Edit saved reply' : 'New saved reply') : 'Saved replies';
  const toList = () => setEditing(undefined);
  return (
    <Dialog title={title} wide onClose={onClose} onBack={editing && toList}>
      {editing ? (
        <SavedReplyForm reply={editing.reply} draft={draft} onDone={toList} />
      ) : (
        <List onInsert={onInsert} onEdit={(reply) => setEditing({ reply })} />
      )}
    </Dialog>
  );
};
