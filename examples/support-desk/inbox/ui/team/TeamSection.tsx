import { useEffect, useMemo, useRef, useState } from 'react';
import type { Invitation } from '../../../shared/answers/accounts';
import { isOnTeam } from '../../model/decodeAccounts';
import { dayAndTime, isoTime } from '../../model/times';
import { createLoaded } from '../../state/parts/loaded';
import { LoadedView } from '../parts/LoadedView';
import { useDesk } from '../parts/view';
import { MemberRow } from './MemberRow';
import { ROLE_WORDS } from './roleWords';
import { SectionActions } from './SectionActions';
import { type Asked, TeamQuestions } from './TeamQuestions';

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

/** The agents with their roles, and pending invitations. */
export const TeamSection = () => {
  const { inbox, workspace } = useDesk();
  const { api, fail, self } = workspace;
  const team = useMemo(() => createLoaded(api.team.agents, fail), [api, fail]);
  const invitations = useMemo(() => createLoaded(api.team.invitations, fail), [api, fail]);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const [done, setDone] = useState('');
  const invite = useRef<HTMLButtonElement>(null);
  const refresh = () => Promise.all([team.refresh(), invitations.refresh()]);
  // Who is online changes with time. The agent's own account is read again whenever a colleague's has changed.
  const now = inbox.now.value;
  const own = self.agent.value;
  useEffect(() => void refresh(), [team, invitations, now, own]);

  const close = (): void => setAsked(undefined);
  const changed = (words: string, isGone = false): void => {
    close();
    setDone(words);
    if (isGone) invite.current?.focus();
    void refresh();
  };

  return (
    <>
      <SectionActions
        button={invite}
        act="Invite a colleague"
        onAct={() => setAsked({ what: 'invite' })}
        done={done}
      />
      <LoadedView of={team} what="The team">
        {({ members }) => (
          <ul class="account-rows" aria-label="Agents">
            {members.filter(isOnTeam).map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRole={(role) => setAsked({ what: 'role', member, role })}
                onReset={() => setAsked({ what: 'reset', member })}
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
      {asked && (
        <TeamQuestions
          asked={asked}
          onAsk={setAsked}
          onMade={() => void refresh()}
          onDone={changed}
          onClose={close}
        />
      )}
    </>
  );
};
