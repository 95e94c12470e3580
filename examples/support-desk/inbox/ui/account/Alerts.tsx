import { useId, useState } from 'react';
import type { AgentAlerts } from '../../../shared/answers/accounts';
import type { AlertWish } from '../../../shared/lists';
import { refusalWords } from '../../model/apiResult';
import { useDesk } from '../parts/view';
import { AttentionSwitches } from './AttentionSwitches';
import { Push } from './Push';

const WISHES: Record<AlertWish, string> = {
  mine: 'Of my visitors, and of those without an agent',
  all: 'Of all visitors',
  none: 'None',
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
    <>
      <fieldset class="menu-switches" disabled={busy} aria-describedby={`${id}-wish`}>
        <legend class="meta">New messages that alert you, in every browser</legend>
        {Object.entries(WISHES).map(([wish, words]) => (
          <label key={wish} class="switch">
            <input
              type="radio"
              name={id}
              checked={alerts.messages === wish}
              onChange={() => void save({ messages: wish as AlertWish })}
            />
            {words}
          </label>
        ))}
        <p id={`${id}-wish`} class="meta">
          While an agent is not there, their visitors alert the others, too. A note that mentions you always
          alerts you.
        </p>
      </fieldset>
      <fieldset class="menu-switches" disabled={busy}>
        <legend class="meta">With your account</legend>
        <label class="switch">
          <input
            type="checkbox"
            checked={alerts.mail}
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
          About your visitors, those without an agent, and those whose agent is not there or gets no email.
          How long is too long is set under Sound and email in the settings.
        </p>
      </fieldset>
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </>
  );
};

/** How the agent is alerted to visitors' messages: in this browser, and with the account. */
export const Alerts = () => {
  const id = useId();
  return (
    <section class="account-part" aria-labelledby={id}>
      <h2 id={id}>Alerts</h2>
      <AttentionSwitches />
      <Push />
      <AccountAlerts />
    </section>
  );
};
