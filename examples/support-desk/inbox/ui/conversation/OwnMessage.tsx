import { shownText } from '@porch/messenger/wire/shown';
import { useId, useState } from 'react';
import type { AgentMessage } from '../../../shared/answers/messages';
import type { Thread } from '../../state/conversations/thread';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { MenuButton } from '../parts/MenuButton';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

type Props = { message: AgentMessage; thread: Thread };
type DialogProps = Props & { onClose(): void };

/** The text as its author wrote it. */
const writtenOf = ({ markdownText, text = '' }: AgentMessage): string => shownText(markdownText) ?? text;

const EditDialog = ({ message, thread, onClose }: DialogProps) => {
  const { changing } = useDesk().workspace;
  const [text, setText] = useState(() => writtenOf(message));
  const submission = useSubmission(() => changing.edit(thread.id, message, text), onClose);
  const id = useId();
  return (
    <Dialog title="Edit your message" onClose={onClose}>
      <DialogForm act="Save" submission={submission} incomplete={!text.trim()} onCancel={onClose}>
        <div class="field">
          <label for={id}>Message</label>
          <textarea
            id={id}
            dir="auto"
            rows={6}
            value={text}
            aria-describedby={`${id}-hint`}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id={`${id}-hint`} class="meta">
            The visitor sees the new text, marked as edited. Your team still sees the text before. An email
            that was sent stays as it is.
          </p>
        </div>
      </DialogForm>
    </Dialog>
  );
};

const DeleteDialog = ({ message, thread, onClose }: DialogProps) => {
  const { changing } = useDesk().workspace;
  const submission = useSubmission(() => changing.remove(thread.id, message), onClose);
  const hasFile = message.type !== 'text';
  return (
    <Dialog title="Delete your message?" onClose={onClose}>
      <DialogForm act="Delete" submission={submission} onCancel={onClose}>
        <p class="dialog-text">
          The visitor sees that a message was deleted. Your team can still read its text.
          {hasFile && ' Its files are deleted for good.'} An email that was sent stays as it is.
        </p>
      </DialogForm>
    </Dialog>
  );
};

/** The menu that edits or deletes a message of the agent's own, with its dialogs. */
export const OwnMessage = ({ message, thread }: Props) => {
  const { ownId } = useDesk().workspace.team;
  const [asked, ask] = useState<'edit' | 'delete' | undefined>(undefined);
  const isOwn = message.role === 'appMaker' && message.authorId === ownId;
  if (!isOwn || message.automatic === true || message.growing === true || message.deleted === true)
    return null;
  const close = (): void => ask(undefined);
  const edit = { id: 'edit', label: 'Edit', icon: 'edit', run: () => ask('edit') } as const;
  const remove = { id: 'delete', label: 'Delete', icon: 'bin', run: () => ask('delete') } as const;
  return (
    <>
      <MenuButton
        label="Change this message"
        icon="dots"
        place="below"
        groups={[
          { title: 'Change this message', items: message.type === 'text' ? [edit, remove] : [remove] },
        ]}
      />
      {asked === 'edit' && <EditDialog message={message} thread={thread} onClose={close} />}
      {asked === 'delete' && <DeleteDialog message={message} thread={thread} onClose={close} />}
    </>
  );
};
