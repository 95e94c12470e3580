import { useEffect, useMemo, useRef, useState } from 'react';
import type { Invitation, Role, TeamMember } from '../../../shared/accountsApi';
import { dayAndTime, isoTime } from '../../model/times';
import { createLoaded } from '../../state/loaded';
import { Dialog } from '../Dialog';
import { LoadedView } from '../LoadedView';
import { useDesk } from '../view';
import { InviteDialog } from './InviteDialog';
import { MemberRow } from './MemberRow';
import { QuestionDialog } from './QuestionDialog';
import { ROLE_WORDS } from './roleWords';
import { SectionActions } from './SectionActions';
import { ShownOnce } from './ShownOnce';
import { useTeamCall } from './useTeamCall';

type Asked =
  | { what: 'invite' }
  | { what: 'link'; name: string; link: string }
  | { what: 'remove'; member: TeamMember }
  | { what: 'withdraw'; invitation: Invitation };

const InvitationRow = ({ invitation, onWithdraw }: { invitation: Invitation; onWithdraw(): void }) => {
  const now = useDesk().inbox.now.value;
  const { email, role, expiresAt } = invitation;
  const whose = email ?? 'Without an address';
  return (
    <li class="account-row">
      <div class="account-row-text">
        <p>
          <strong>{whose}</strong>
        </p>
        <p class="secondary">
          {ROLE_WORDS[role].name} · works until{' '}
          <time dateTime={isoTime(expiresAt)}>{dayAndTime(expiresAt, now)}</time>
        </p>
      </div>
      <button
        type="button"
        class="button"
        aria-label={`Withdraw the invitation: ${whose}`}
        onClick={onWithdraw}
      >
        Withdraw
      </button>
    </li>
  );
};

/** The agents with their roles, and the invitations that wait. */
export const TeamSection = () => {
  const { inbox, workspace } = useDesk();
  const { api, fail, self } = workspace;
  const call = useTeamCall();
  const team = useMemo(() => createLoaded(api.team.agents, fail), [api, fail]);
  const invitations = useMemo(() => createLoaded(api.team.invitations, fail), [api, fail]);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const invite = useRef<HTMLButtonElement>(null);
  const refresh = () => Promise.all([team.refresh(), invitations.refresh()]);
  // Who is online changes with time. The own account is read again whenever a colleague's has changed.
  const now = inbox.now.value;
  const own = self.agent.value;
  useEffect(() => void refresh(), [team, invitations, now, own]);

  const close = (): void => setAsked(undefined);
  /** After something was removed, with the button that asked for it. */
  const removed = (words: string): void => {
    close();
    setDone(words);
    invite.current?.focus();
    void refresh();
  };
  const setRole = async ({ id, name }: TeamMember, role: Role): Promise<void> => {
    const answer = await call(api.team.setRole(id, role));
    setProblem('wrong' in answer ? answer.wrong : '');
    setDone('wrong' in answer ? '' : `${name} is ${ROLE_WORDS[role].one} now.`);
    await refresh();
  };
  const reset = async ({ id, name }: TeamMember): Promise<void> => {
    const answer = await call(api.team.reset(id));
    setProblem('wrong' in answer ? answer.wrong : '');
    if ('value' in answer) setAsked({ what: 'link', name, link: answer.value });
  };

  return (
    <>
      <SectionActions
        button={invite}
        act="Invite a colleague"
        onAct={() => setAsked({ what: 'invite' })}
        done={done}
        problem={problem}
      />
      <LoadedView of={team} what="The team">
        {({ members }) => (
          <ul class="account-rows" aria-label="Agents">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRole={(role) => void setRole(member, role)}
                onReset={() => void reset(member)}
                onRemove={() => setAsked({ what: 'remove', member })}
              />
            ))}
          </ul>
        )}
      </LoadedView>
      {(invitations.value.value ?? []).length > 0 && (
        <>
          <h3 class="account-subtitle">Invitations that wait</h3>
          <ul class="account-rows" aria-label="Invitations">
            {invitations.value.value?.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onWithdraw={() => setAsked({ what: 'withdraw', invitation })}
              />
            ))}
          </ul>
        </>
      )}
      {asked?.what === 'invite' && <InviteDialog onMade={() => void refresh()} onClose={close} />}
      {asked?.what === 'link' && (
        <Dialog title={`A new password for ${asked.name}`} wide onClose={close}>
          <ShownOnce
            label="Link"
            value={asked.link}
            hint={`Send it to ${asked.name}. It works once, for a day, and is shown only now.`}
            onClose={close}
          />
        </Dialog>
      )}
      {asked?.what === 'remove' && (
        <QuestionDialog
          title={`Remove ${asked.member.name}?`}
          act="Remove"
          run={() => api.team.remove(asked.member.id)}
          onDone={() => removed(`${asked.member.name} was removed.`)}
          onClose={close}
        >
          <strong dir="auto">{asked.member.name}</strong> is signed out everywhere at once and cannot sign in
          again. What they wrote stays, with their name. Their open conversations become unassigned.
        </QuestionDialog>
      )}
      {asked?.what === 'withdraw' && (
        <QuestionDialog
          title="Withdraw this invitation?"
          act="Withdraw"
          run={() => api.team.withdraw(asked.invitation.id)}
          onDone={() => removed('The invitation was withdrawn.')}
          onClose={close}
        >
          Its link no longer works.
        </QuestionDialog>
      )}
    </>
  );
};
