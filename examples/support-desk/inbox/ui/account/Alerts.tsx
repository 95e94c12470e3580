import { useId, useState } from 'react';
import type { AgentAlerts } from '../../../shared/answers/accounts';
import type { AlertWish } from '../../../shared/lists';
import { refusalWords } from '../../model/apiResult';
import { useDesk } from '../parts/view';
import { AttentionSwitches } from './AttentionSwitches';

const WISHES: Record<AlertWish, string> = {
  mine: 'My visitors, and those without an agent',
  all: 'All visitors',
  none: 'No visitors',
};

/** What alerts the agent in every browser, and by email. It is saved at once, and shows what the desk has stored. */
const AccountAlerts = () => {
  const { self, api, fail } = useDesk().workspace;
  const { alerts } = self.agent.value;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const id = useId();
  const save = async (change: Partial<AgentAlerts>): Promise<void> => {
    setBusy(true);
    setProblem('');
    const answer = await api.account.change({ alerts: change });
    setBusy(false);
    if (answer.ok) return self.set(answer.value);
    fail(answer.failure);
    setProblem(refusalWords(answer));
  };
  return (
    <fieldset class="menu-switches">
      <legend class="meta">With your account, in every browser</legend>
      <div class="field">
        <label for={id}>New messages alert you to</label>
        <select
          id={id}
          value={alerts.messages}
          disabled={busy}
          aria-describedby={`${id}-wish`}
          onChange={(event) => {
            const messages = event.currentTarget.value as AlertWish;
            event.currentTarget.value = alerts.messages;
            void save({ messages });
          }}
        >
          {Object.entries(WISHES).map(([wish, words]) => (
            <option key={wish} value={wish}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-wish`} class="meta">
        While an agent is not there, their visitors alert the others, too. A note that mentions you always
        alerts you.
      </p>
      <label class="switch">
        <input
          type="checkbox"
          checked={alerts.mail}
          disabled={busy}
          aria-describedby={`${id}-mail`}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            event.currentTarget.checked = alerts.mail;
            void save({ mail: checked });
          }}
        />
        Email when a visitor waits too long
      </label>
      <p id={`${id}-mail`} class="meta">
        About your visitors, those without an agent, and those whose agent is not there or gets no email. How
        long is too long is set under Sound and email in the settings.
      </p>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
};

/** How the agent is alerted to visitors' messages: in this browser, and with the account. */
export const Alerts = () => {
  const id = useId();
  return (
    <section class="account-part" aria-labelledby={id}>
      <h2 id={id}>Alerts</h2>
      <AttentionSwitches />
      <AccountAlerts />
    </section>
  );
};
