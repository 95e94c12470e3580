import { useLayoutEffect, useRef, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { Dialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { SavedReplyForm } from './SavedReplyForm';
import { SavedReplyList } from './SavedReplyList';

type ListProps = {
  onInsert(reply: AgentSavedReply): void;
  onEdit(reply: AgentSavedReply | undefined): void;
};

const List = ({ onInsert, onEdit }: ListProps) => {
  const { savedReplies } = useDesk().workspace;
  const add = useRef<HTMLButtonElement>(null);
  const isEmpty = savedReplies.all.value.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) add.current?.focus();
  }, []);
  return (
    <>
      <SavedReplyList autofocus onInsert={onInsert} onEdit={onEdit} onDeleted={() => add.current?.focus()} />
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
  onInsert(reply: AgentSavedReply): void;
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
