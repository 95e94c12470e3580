import { useState } from 'react';
import { refusalWords } from '../../apiResult';
import { TextField } from '../TextField';
import { useSubmission } from '../useSubmission';
import { useDesk } from '../view';
import { AccountForm } from './AccountForm';

/** Name and email address. */
export const ProfileForm = () => {
  const { self, api, fail } = useDesk().workspace;
  const agent = self.agent.value;
  const [name, setName] = useState(agent.name);
  const [email, setEmail] = useState(agent.email);
  const [done, setDone] = useState('');

  const save = async (): Promise<string | undefined> => {
    setDone('');
    if (!name.trim()) return 'Write your name.';
    const answer = await api.account.change({ name: name.trim(), email: email.trim() });
    if (!answer.ok) {
      fail(answer.failure);
      return refusalWords(answer);
    }
    self.set(answer.value);
    return undefined;
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
    </AccountForm>
  );
};
