import { useEffect, useMemo, useRef, useState } from 'react';
import { isOnTeam } from '../../model/decodeAccounts';
import { createLoaded } from '../../state/parts/loaded';
import { LoadedView } from '../parts/LoadedView';
import { useDesk } from '../parts/view';
import { InvitationRow } from './InvitationRow';
import { MemberRow } from './MemberRow';
import { SectionActions } from './SectionActions';
import { type Asked, TeamQuestions } from './TeamQuestions';

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

  const { invitations: waiting = [], mails = false } = invitations.value.value ?? {};

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
        onAct={() => setAsked({ what: 'invite', mails })}
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
      {waiting.length > 0 && (
        <>
          <h3 class="account-subtitle">Invitations</h3>
          <ul class="account-rows" aria-label="Invitations">
            {waiting.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                mails={mails}
                onRenew={() => setAsked({ what: 'renew', invitation, mails })}
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
