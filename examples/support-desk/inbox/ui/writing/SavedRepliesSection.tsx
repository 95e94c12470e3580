import { useRef, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { Dialog } from '../parts/Dialog';
import { Icon } from '../parts/Icon';
import { SavedReplyForm } from './SavedReplyForm';
import { SavedReplyList } from './SavedReplyList';

/** The saved replies of all agents. */
export const SavedRepliesSection = () => {
  const [editing, setEditing] = useState<{ reply: AgentSavedReply | undefined } | undefined>(undefined);
  const [done, setDone] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const close = (): void => setEditing(undefined);
  return (
    <>
      <p class="secondary">
        Texts that agents send often, with what is done afterwards. Agents insert one with a slash and its
        shortcut, and every agent can change it.
      </p>
      <div class="account-actions">
        <button ref={add} type="button" class="button" onClick={() => setEditing({ reply: undefined })}>
          <Icon name="more" />
          New saved reply
        </button>
        <p class="secondary" role="status">
          {done}
        </p>
      </div>
      <SavedReplyList
        onEdit={(reply) => setEditing({ reply })}
        onDeleted={() => {
          setDone('The saved reply was deleted.');
          add.current?.focus();
        }}
      />
      {editing && (
        <Dialog title={editing.reply ? 'Edit saved reply' : 'New saved reply'} wide onClose={close}>
          <SavedReplyForm
            reply={editing.reply}
            draft=""
            onCancel={close}
            onDone={() => {
              setDone('Saved.');
              close();
            }}
          />
        </Dialog>
      )}
    </>
  );
};
