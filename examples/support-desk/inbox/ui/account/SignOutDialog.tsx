import type { Inbox } from '../../state/inbox';
import type { Workspace } from '../../state/workspaceParts';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk, type View } from '../parts/view';

/** What the agent has written but not sent: drafts, notes and replies. */
const unsentOf = ({ drafts, unsentReplies }: Workspace): number =>
  new Set([...drafts.ids.peek(), ...unsentReplies.ids()]).size;

/** Signs out after sending what can still be undone. Asks first if signing out deletes something that the agent wrote. */
export const signOut = async (inbox: Inbox, workspace: Workspace, view: View): Promise<void> => {
  await workspace.sendWaiting();
  if (unsentOf(workspace) > 0) view.show('signOut');
  else await inbox.session.signOut();
};

/** Asks before signing out deletes what the agent has written. */
export const SignOutDialog = () => {
  const { inbox, workspace, view } = useDesk();
  const unsent = unsentOf(workspace);
  const close = (): void => view.show(undefined);
  const submission = useSubmission(async () => {
    close();
    await inbox.session.signOut();
    return undefined;
  }, close);
  return (
    <Dialog title="Sign out?" onClose={close}>
      <DialogForm act="Sign out" submission={submission} onCancel={close}>
        <p class="dialog-text">
          {`You have unsent text in ${unsent === 1 ? 'one conversation' : `${unsent} conversations`}. Signing out deletes it.`}
        </p>
      </DialogForm>
    </Dialog>
  );
};
