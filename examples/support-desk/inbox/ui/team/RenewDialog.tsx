import { useState } from 'react';
import type { Invitation } from '../../../shared/answers/accounts';
import { Dialog } from '../parts/Dialog';
import { useDesk } from '../parts/view';
import { QuestionDialog } from './QuestionDialog';
import { ShownOnce } from './ShownOnce';

type Props = { invitation: Invitation; mails: boolean; onMade(): void; onClose(): void };

/** Gives an invitation a new link, and sends it if the desk sends invitations. */
export const RenewDialog = ({ invitation, mails, onMade, onClose }: Props) => {
  const { api } = useDesk().workspace;
  const [link, setLink] = useState<string | undefined>(undefined);
  const isMailed = mails && invitation.email !== undefined;
  if (link !== undefined)
    return (
      <Dialog title="Send this link" wide onClose={onClose}>
        <ShownOnce
          label="Invitation link"
          value={link}
          hint={`${isMailed ? 'It is also sent by email. ' : ''}It works once, for seven days, and is shown only now.`}
          onClose={onClose}
        />
      </Dialog>
    );
  return (
    <QuestionDialog
      title={isMailed ? 'Send this invitation again?' : 'A new link for this invitation?'}
      act={isMailed ? 'Send again' : 'New link'}
      proves={invitation.role === 'admin'}
      run={(password) => api.team.renew(invitation.id, password)}
      onDone={(made) => {
        setLink(made);
        onMade();
      }}
      onClose={onClose}
    >
      It gets a new link, which works for seven days. The earlier link ends.
    </QuestionDialog>
  );
};
