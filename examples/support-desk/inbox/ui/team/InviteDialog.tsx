import { useState } from 'react';
import type { Role } from '../../../shared/lists';
import { OwnPassword } from '../account/OwnPassword';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { ROLE_WORDS } from './roleWords';
import { ShownOnce } from './ShownOnce';
import { useTeamCall } from './useTeamCall';

/** Creates a link with which a person joins the team. @param onMade called once it exists */
export const InviteDialog = ({ onMade, onClose }: { onMade(): void; onClose(): void }) => {
  const { api, self } = useDesk().workspace;
  const call = useTeamCall();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('agent');
  const [password, setPassword] = useState('');
  const proves = role === 'admin' && self.agent.value.hasPassword;
  const [link, setLink] = useState<string | undefined>(undefined);
  const submission = useSubmission(async () => {
    const made = await call(
      api.team.invite(role, email.trim() || undefined, proves ? password : undefined),
      proves,
    );
    if ('wrong' in made) return made.wrong;
    setLink(made.value);
    return undefined;
  }, onMade);
  return (
    <Dialog title={link === undefined ? 'Invite a colleague' : 'Send this link'} wide onClose={onClose}>
      {link === undefined ? (
        <DialogForm act="Make the link" submission={submission} onCancel={onClose}>
          <TextField
            label="Email address"
            type="email"
            autocomplete="off"
            autofocus
            value={email}
            onInput={setEmail}
            hint="It is filled in for them. You can leave it empty."
          />
          <fieldset class="choices">
            <legend>Role</legend>
            {(['agent', 'admin'] as const).map((each) => (
              <label key={each}>
                <input type="radio" name="role" checked={role === each} onChange={() => setRole(each)} />
                <span>
                  {ROLE_WORDS[each].name}
                  <span class="meta">{ROLE_WORDS[each].may}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {proves && (
            <OwnPassword
              value={password}
              onInput={setPassword}
              hint="To invite an admin needs your password."
            />
          )}
        </DialogForm>
      ) : (
        <ShownOnce
          label="Invitation link"
          value={link}
          hint={`It works once, for seven days, and is shown only now. Whoever opens it joins as ${ROLE_WORDS[role].one}.`}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
};
