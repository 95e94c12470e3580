import { useState } from 'react';
import { refusalWords } from '../../apiResult';
import { AgentFace } from '../AgentFace';
import { TextField } from '../TextField';
import { useSubmission } from '../useSubmission';
import { useDesk } from '../view';
import { AccountForm } from './AccountForm';

/** Name, email address and picture. */
export const ProfileForm = () => {
  const { self, api, fail } = useDesk().workspace;
  const agent = self.agent.value;
  const [name, setName] = useState(agent.name);
  const [email, setEmail] = useState(agent.email);
  const [avatarUrl, setAvatarUrl] = useState(agent.avatarUrl ?? '');
  const [done, setDone] = useState('');

  const save = async (): Promise<string | undefined> => {
    setDone('');
    if (!name.trim()) return 'Write your name.';
    const change = { name: name.trim(), email: email.trim(), avatarUrl: avatarUrl.trim() || null };
    const answer = await api.account.change(change);
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
      <div class="account-face">
        <AgentFace agent={{ ...agent, name: name.trim() || agent.name }} large />
        <p class="secondary">
          Colleagues see your name and your picture. Visitors see them where the settings allow it.
        </p>
      </div>
      <TextField label="Name" autocomplete="name" required maxLength={100} value={name} onInput={setName} />
      <TextField
        label="Email address"
        type="email"
        autocomplete="email"
        required
        value={email}
        onInput={setEmail}
        hint="You sign in with it."
      />
      <TextField
        label="Picture URL"
        type="url"
        autocomplete="photo"
        maxLength={2048}
        value={avatarUrl}
        onInput={setAvatarUrl}
        hint="A full address, such as https://shop.example/ada.jpg. Leave it empty for your initials."
      />
    </AccountForm>
  );
};
