import type { Invitation, TeamMember } from '../../../shared/answers/accounts';
import type { Role } from '../../../shared/lists';
import { Dialog } from '../parts/Dialog';
import { useDesk } from '../parts/view';
import { InviteDialog } from './InviteDialog';
import { QuestionDialog } from './QuestionDialog';
import { RenewDialog } from './RenewDialog';
import { ROLE_WORDS } from './roleWords';
import { ShownOnce } from './ShownOnce';

/** The questions to an admin, and what is shown once. */
export type Asked =
  | { what: 'invite'; mails: boolean }
  | { what: 'role'; member: TeamMember; role: Role }
  | { what: 'reset'; member: TeamMember }
  | { what: 'link'; name: string; link: string }
  | { what: 'remove'; member: TeamMember }
  | { what: 'renew'; invitation: Invitation; mails: boolean }
  | { what: 'withdraw'; invitation: Invitation };

type QuestionProps = {
  asked: Asked;
  onAsk(next: Asked): void;
  onMade(): void;
  /** Shows what was done. @param isGone whether the button that asked has disappeared */
  onDone(words: string, isGone?: boolean): void;
  onClose(): void;
};

/** The questions before changes of the team. A change that could give accounts away needs the admin's password. */
export const TeamQuestions = ({ asked, onAsk, onMade, onDone, onClose }: QuestionProps) => {
  const { api } = useDesk().workspace;
  switch (asked.what) {
    case 'invite':
      return <InviteDialog mails={asked.mails} onMade={onMade} onClose={onClose} />;
    case 'role': {
      const { member, role } = asked;
      return (
        <QuestionDialog
          title={`Make ${member.name} ${ROLE_WORDS[role].one}?`}
          act="Change"
          proves
          run={(password) => api.team.setRole(member.id, role, password)}
          onDone={() => onDone(`${member.name} is ${ROLE_WORDS[role].one} now.`)}
          onClose={onClose}
        >
          {ROLE_WORDS[role].may}
        </QuestionDialog>
      );
    }
    case 'reset': {
      const { member } = asked;
      return (
        <QuestionDialog
          title={`A new password for ${member.name}?`}
          act="Make the link"
          proves
          run={(password) => api.team.reset(member.id, password)}
          onDone={(link) => onAsk({ what: 'link', name: member.name, link })}
          onClose={onClose}
        >
          Anybody who opens the link chooses a new password for <strong dir="auto">{member.name}</strong>, who
          is then signed out everywhere.
        </QuestionDialog>
      );
    }
    case 'link':
      return (
        <Dialog title={`A new password for ${asked.name}`} wide onClose={onClose}>
          <ShownOnce
            label="Link"
            value={asked.link}
            hint={`Send it to ${asked.name}. It works once, for a day, and is shown only now.`}
            onClose={onClose}
          />
        </Dialog>
      );
    case 'remove': {
      const { member } = asked;
      return (
        <QuestionDialog
          title={`Remove ${member.name}?`}
          act="Remove"
          proves
          run={(password) => api.team.remove(member.id, password)}
          onDone={() => onDone(`${member.name} was removed.`, true)}
          onClose={onClose}
        >
          <strong dir="auto">{member.name}</strong> is signed out everywhere at once and cannot sign in again.
          What they wrote stays, with their name. Their open conversations become unassigned.
        </QuestionDialog>
      );
    }
    case 'renew':
      return <RenewDialog {...asked} onMade={onMade} onClose={onClose} />;
    case 'withdraw':
      return (
        <QuestionDialog
          title="Withdraw this invitation?"
          act="Withdraw"
          run={() => api.team.withdraw(asked.invitation.id)}
          onDone={() => onDone('The invitation was withdrawn.', true)}
          onClose={onClose}
        >
          Its link no longer works.
        </QuestionDialog>
      );
  }
};
