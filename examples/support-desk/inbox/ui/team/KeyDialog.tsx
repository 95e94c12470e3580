import { useState } from 'react';
import { SCOPES, type Scope } from '../../../shared/lists';
import type { NewKey } from '../../model/decodeAccounts';
import { CopyField } from '../parts/CopyField';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { NameField, nameProblem } from './NameField';
import { ShownOnce } from './ShownOnce';
import { SCOPE_WORDS } from './scopeWords';
import { useTeamCall } from './useTeamCall';

/** Creates an API key. @param onMade called once it exists */
export const KeyDialog = ({ onMade, onClose }: { onMade(): void; onClose(): void }) => {
  const { api } = useDesk().workspace;
  const call = useTeamCall();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [key, setKey] = useState<NewKey | undefined>(undefined);
  const submission = useSubmission(async () => {
    const wrong = nameProblem(name) ?? (scopes.length === 0 ? 'Choose what it may do.' : undefined);
    if (wrong) return wrong;
    const made = await call(api.team.makeKey(name.trim(), scopes));
    if ('wrong' in made) return made.wrong;
    setKey(made.value);
    return undefined;
  }, onMade);
  return (
    <Dialog title={key === undefined ? 'New API key' : 'Copy the key now'} wide onClose={onClose}>
      {key === undefined ? (
        <DialogForm act="Make the key" submission={submission} onCancel={onClose}>
          <NameField value={name} onInput={setName} hint="What it is for, such as “Order bot”." />
          <fieldset class="choices">
            <legend>What it may do</legend>
            {SCOPES.map((scope) => (
              <label key={scope}>
                <input
                  type="checkbox"
                  checked={scopes.includes(scope)}
                  onChange={({ currentTarget: { checked } }) =>
                    setScopes(SCOPES.filter((each) => (each === scope ? checked : scopes.includes(each))))
                  }
                />
                <span>
                  {SCOPE_WORDS[scope].name}
                  <span class="meta">{SCOPE_WORDS[scope].may}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </DialogForm>
      ) : (
        <>
          {scopes.includes('integrations') && (
            <CopyField
              label="Key id"
              value={key.id}
              hint="Bots and bridges send it as the user name, and the key as the password."
            />
          )}
          <ShownOnce
            label="API key"
            value={key.secret}
            hint="It is shown only now. Other programs send it as “Authorization: Bearer KEY”."
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  );
};
