import { useState } from 'react';
import { PASSWORD_LENGTH } from '../../../shared/accountFields';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { AccountForm } from './AccountForm';
import { PASSWORD_RULE, passwordProblem } from './passwordRule';
import { useSecretCall } from './useSecretCall';

/** Changes the password, which ends the agent's other sessions. @param onChanged called after that */
export const PasswordForm = ({ onChanged }: { onChanged(): void }) => {
  const { self, api } = useDesk().workspace;
  const call = useSecretCall();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [done, setDone] = useState('');

  const save = async (): Promise<string | undefined> => {
    setDone('');
    const wrong = passwordProblem(next);
    if (wrong) return wrong;
    return call(api.account.changePassword(current, next), 'The current password is not right.');
  };
  const submission = useSubmission(save, () => {
    setCurrent('');
    setNext('');
    setDone('Your password is changed. Your other sessions have ended.');
    onChanged();
  });

  return (
    <AccountForm title="Password" act="Change the password" submission={submission} done={done}>
      {/* Password managers store the password under it. */}
      <input
        class="visually-hidden"
        type="email"
        autocomplete="username"
        aria-hidden="true"
        tabIndex={-1}
        readOnly
        value={self.agent.value.email}
      />
      <TextField
        label="Current password"
        type="password"
        autocomplete="current-password"
        required
        value={current}
        onInput={setCurrent}
      />
      <TextField
        label="New password"
        type="password"
        autocomplete="new-password"
        required
        maxLength={PASSWORD_LENGTH.most}
        value={next}
        onInput={setNext}
        hint={PASSWORD_RULE}
      />
    </AccountForm>
  );
};
