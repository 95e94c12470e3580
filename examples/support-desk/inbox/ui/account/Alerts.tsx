import { useId, useState } from 'react';
import { refusalWords } from '../../model/apiResult';
import { useDesk } from '../parts/view';
import { AttentionSwitches } from './AttentionSwitches';

/** Whether the agent gets emails from the desk. It is saved at once. */
const MailSwitch = () => {
  const { self, api, fail } = useDesk().workspace;
  const { alerts } = self.agent.value;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const hint = useId();
  const save = async (mail: boolean): Promise<void> => {
    setBusy(true);
    setProblem('');
    const answer = await api.account.change({ alerts: { mail } });
    setBusy(false);
    if (answer.ok) return self.set(answer.value);
    fail(answer.failure);
    setProblem(refusalWords(answer));
  };
  return (
    <fieldset class="menu-switches">
      <legend class="meta">With your account, in every browser</legend>
      <label class="switch">
        <input
          type="checkbox"
          checked={alerts.mail}
          disabled={busy}
          aria-describedby={hint}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            // The box shows what the desk has stored.
            event.currentTarget.checked = alerts.mail;
            void save(checked);
          }}
        />
        Email when a visitor waits too long
      </label>
      <p id={hint} class="meta">
        About conversations that are yours or nobody’s. How long is too long is set under Sound and email in
        the settings.
      </p>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
};

/** How the agent is alerted to visitors' messages: in this browser, and by email. */
export const Alerts = () => {
  const id = useId();
  return (
    <section class="account-part" aria-labelledby={id}>
      <h2 id={id}>Alerts</h2>
      <AttentionSwitches />
      <MailSwitch />
    </section>
  );
};
