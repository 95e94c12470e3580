import { useState } from 'react';
import type { Role } from '../../../shared/lists';
import { type Invitee, inviteesIn, longestList } from '../../model/invitees';
import { OwnPassword } from '../account/OwnPassword';
import { CopyField } from '../parts/CopyField';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { ROLE_WORDS } from './roleWords';
import { useTeamCall } from './useTeamCall';

type Props = {
  /** Whether the desk sends invitations by email. */
  mails: boolean;
  /** Called once at least one exists. */
  onMade(): void;
  onClose(): void;
};

/** What became of an invitation: its link, or what went wrong. */
type Result = Invitee & ({ value: string } | { wrong: string });

type ResultsProps = Pick<Props, 'mails' | 'onClose'> & { results: readonly Result[]; role: Role };

const Results = ({ results, role, mails, onClose }: ResultsProps) => {
  const isOne = results.length === 1;
  const sent = mails && results.some((one) => 'value' in one && one.email !== undefined);
  return (
    <>
      {sent && (
        <p class="dialog-text">
          Each address gets an email with its link. The list of invitations shows whether it was sent. You can
          also send the links yourself.
        </p>
      )}
      {results.map((one, at) =>
        'value' in one ? (
          <CopyField
            key={one.email ?? at}
            label={isOne ? 'Invitation link' : `Link for ${one.email}`}
            value={one.value}
            hint={
              at === 0
                ? `It works once, for seven days, and is shown only now. Whoever opens it joins as ${ROLE_WORDS[role].one}.`
                : undefined
            }
            first={at === 0}
          />
        ) : (
          <p key={one.email ?? at} class="error" role="alert">
            <bdi>{one.email}</bdi>: {one.wrong}
          </p>
        ),
      )}
      <footer class="dialog-footer">
        <button type="button" class="button" onClick={onClose}>
          Done
        </button>
      </footer>
    </>
  );
};

const RoleChoice = ({ role, onChange }: { role: Role; onChange(role: Role): void }) => (
  <fieldset class="choices">
    <legend>Role</legend>
    {(['agent', 'admin'] as const).map((each) => (
      <label key={each}>
        <input type="radio" name="role" checked={role === each} onChange={() => onChange(each)} />
        <span>
          {ROLE_WORDS[each].name}
          <span class="meta">{ROLE_WORDS[each].may}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

/** Creates links with which people join the team, one for each address, or one without any. */
export const InviteDialog = ({ mails, onMade, onClose }: Props) => {
  const { api, self } = useDesk().workspace;
  const call = useTeamCall();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [password, setPassword] = useState('');
  const [results, setResults] = useState<readonly Result[] | undefined>(undefined);
  const proves = role === 'admin' && self.agent.value.hasPassword;
  const submission = useSubmission(async () => {
    const { invitees, wrong } = inviteesIn(text);
    if (wrong) return wrong;
    const made: Result[] = [];
    for (const invitee of invitees) {
      const body = { ...invitee, role, password: proves ? password : undefined };
      const result = await call(api.team.invite(body), proves);
      // Nothing was made yet, so that the form can be corrected.
      if ('wrong' in result && made.length === 0 && (proves || invitees.length === 1)) return result.wrong;
      made.push({ ...invitee, ...result });
    }
    setResults(made);
    return undefined;
  }, onMade);
  if (results)
    return (
      <Dialog title={results.length === 1 ? 'Send this link' : 'Your invitations'} wide onClose={onClose}>
        <Results results={results} role={role} mails={mails} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Invite colleagues" wide onClose={onClose}>
      <DialogForm
        act={mails && text.trim() ? 'Send the invitations' : 'Make the link'}
        submission={submission}
        onCancel={onClose}
      >
        <div class="field">
          <label for="invitees">Email addresses</label>
          <textarea
            id="invitees"
            rows={4}
            dir="auto"
            autocomplete="off"
            spellcheck={false}
            autofocus
            maxLength={longestList}
            value={text}
            aria-describedby="invitees-hint"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="invitees-hint" class="meta">
            One a line, also with a name: Cleo Park {'<cleo@shop.example>'}.{' '}
            {mails ? 'Each gets an email with a link.' : 'You get a link for each.'} Without an address, you
            get one link for anybody.
          </p>
        </div>
        <RoleChoice role={role} onChange={setRole} />
        {proves && (
          <OwnPassword
            value={password}
            onInput={setPassword}
            hint="To invite an admin needs your password."
          />
        )}
      </DialogForm>
    </Dialog>
  );
};
