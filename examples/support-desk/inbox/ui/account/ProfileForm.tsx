import { useState } from 'react';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { AccountForm } from './AccountForm';
import { OwnPassword } from './OwnPassword';
import { useSecretCall } from './useSecretCall';

/** Name and email address. */
export const ProfileForm = () => {
  const { self, api } = useDesk().workspace;
  const call = useSecretCall();
  const agent = self.agent.value;
  const [name, setName] = useState(agent.name);
  const [email, setEmail] = useState(agent.email);
  const [password, setPassword] = useState('');
  const [done, setDone] = useState('');
  // Somebody at an open inbox must not be able to take over the account.
  const isOther = email.trim().toLowerCase() !== agent.email;

  const save = async (): Promise<string | undefined> => {
    setDone('');
    if (!name.trim()) return 'Write your name.';
    const change = { name: name.trim(), email: email.trim(), ...(isOther ? { password } : {}) };
    return call(api.account.change(change), 'The password is not right.', (changed) => {
      setPassword('');
      self.set(changed);
    });
  };
  const submission = useSubmission(save, () => setDone('Saved.'));

  return (
    <AccountForm title="Who you are" act="Save" submission={submission} done={done}>
      <TextField
        label="Name"
        autocomplete="name"
        required
        maxLength={100}
        value={name}
        onInput={setName}
        hint="Colleagues see it, and visitors where the settings allow it."
      />
      <TextField
        label="Email address"
        type="email"
        autocomplete="email"
        required
        value={email}
        onInput={setEmail}
        hint="You sign in with it."
      />
      {isOther && (
        <OwnPassword
          value={password}
          onInput={setPassword}
          hint="Another email address needs your password."
        />
      )}
    </AccountForm>
  );
};
