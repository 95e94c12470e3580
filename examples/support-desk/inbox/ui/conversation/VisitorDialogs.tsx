import { useEffect, useLayoutEffect, useState } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentVisitorData } from '../../../shared/answers/visitors';
import { sizeWords } from '../../model/describe';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { saveFile } from '../parts/saveFile';
import { useSubmission } from '../parts/useSubmission';
import { isOfConversation, useDesk } from '../parts/view';
import { MergeDialog } from './MergeDialog';
import { SnoozeDialog } from './SnoozeDialog';

type Props = { conversation: AgentConversation; onClose(): void };

const count = (n: number, one: string): string => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

/** How much the desk stores about the visitor, once loaded. */
const useAmounts = (appUserId: string): AgentVisitorData | string | undefined => {
  const { visitors } = useDesk().workspace;
  const [amounts, setAmounts] = useState<AgentVisitorData | string | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    void visitors.data(appUserId).then((told) => isShown && setAmounts(told));
    return () => {
      isShown = false;
    };
  }, [visitors, appUserId]);
  return amounts;
};

/** What the desk stores about the visitor, in one list. */
const Amounts = ({ amounts }: { amounts: AgentVisitorData | string | undefined }) => {
  if (typeof amounts === 'string')
    return (
      <p class="error" role="alert">
        {amounts}
      </p>
    );
  return (
    <ul class="visitor-data" aria-busy={amounts === undefined}>
      <li>Name, email address, pages, browsers and channels</li>
      <li>
        {amounts
          ? `${count(amounts.conversations, 'conversation')} with ${count(amounts.messages, 'message')}`
          : 'All conversations and messages'}
      </li>
      <li>
        {amounts
          ? `${count(amounts.files, 'file')}${amounts.files > 0 ? ` (${sizeWords(amounts.bytes)})` : ''}`
          : 'All files'}
      </li>
    </ul>
  );
};

/** Downloads everything that the desk stores about the visitor. */
const ExportDialog = ({ conversation, onClose }: Props) => {
  const { inbox, workspace } = useDesk();
  const { visitors } = workspace;
  const { appUserId } = conversation.visitor;
  const amounts = useAmounts(appUserId);
  const run = async (): Promise<string | undefined> => {
    const archive = await visitors.export(appUserId);
    if (typeof archive === 'string') return archive;
    saveFile(inbox.clock, archive, `visitor-${appUserId}.zip`);
    return undefined;
  };
  const submission = useSubmission(run, onClose);
  return (
    <Dialog title="Export this visitor’s data" onClose={onClose}>
      <DialogForm act="Export" submission={submission} onCancel={onClose}>
        <p class="dialog-text">
          You get one zip file with everything that the desk has of{' '}
          <strong dir="auto">{conversation.displayName}</strong>:
        </p>
        <Amounts amounts={amounts} />
      </DialogForm>
    </Dialog>
  );
};

/** Asks before deleting the visitor. */
const DeleteDialog = ({ conversation, onClose }: Props) => {
  const { workspace, view } = useDesk();
  const { appUserId } = conversation.visitor;
  const amounts = useAmounts(appUserId);
  const submission = useSubmission(
    () => workspace.visitors.remove(appUserId),
    () => {
      onClose();
      view.setDetails(false);
      view.focus('list');
    },
  );
  return (
    <Dialog title="Delete this visitor?" onClose={onClose}>
      <DialogForm act="Delete" submission={submission} onCancel={onClose}>
        <p class="dialog-text">
          The desk deletes everything that it has of <strong dir="auto">{conversation.displayName}</strong>:
        </p>
        <Amounts amounts={amounts} />
        <p class="dialog-text">
          Nobody can undo this. If the visitor has your page open, they become a new visitor.
        </p>
      </DialogForm>
    </Dialog>
  );
};

const SnoozeOne = ({ conversation, onClose }: Props) => {
  const { route, routing } = useDesk().workspace;
  const snooze = async (until?: number): Promise<string | undefined> => {
    await route('snooze', undefined, until);
    return routing.failed.peek().get(conversation._id);
  };
  return (
    <SnoozeDialog title="Snooze the conversation" onSnooze={snooze} onClose={onClose}>
      It is out of the way until then, and wakes before if{' '}
      <strong dir="auto">{conversation.displayName}</strong> writes.
    </SnoozeDialog>
  );
};

/** The open dialog about a conversation or its visitor, if any. A dialog about a conversation closes with it. */
export const VisitorDialogs = ({ conversation }: { conversation: AgentConversation }) => {
  const { view } = useDesk();
  const onClose = (): void => view.show(undefined);
  useLayoutEffect(
    () => () => {
      if (isOfConversation(view.dialog.peek())) onClose();
    },
    [],
  );
  const dialog = view.dialog.value;
  if (dialog === 'merge')
    return <MergeDialog appUserId={conversation.visitor.appUserId} onMerged={onClose} onClose={onClose} />;
  if (dialog === 'export') return <ExportDialog conversation={conversation} onClose={onClose} />;
  if (dialog === 'snooze') return <SnoozeOne conversation={conversation} onClose={onClose} />;
  return dialog === 'delete' ? <DeleteDialog conversation={conversation} onClose={onClose} /> : null;
};
