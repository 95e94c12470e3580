import { useState } from 'react';
import type { AgentIntegration, AgentWebhook } from '../../../shared/answers/integrations';
import type { IntegrationBody } from '../../../shared/bodies/integrations';
import { CopyField } from '../parts/CopyField';

type WebhookProps = { webhook: AgentWebhook; onLog(): void; onRemove(): void };

const WebhookRow = ({ webhook, onLog, onRemove }: WebhookProps) => {
  const { target, triggers, secret } = webhook;
  return (
    <li class="account-row wraps">
      <div class="account-row-text">
        <p>
          <strong dir="ltr">{target}</strong>
        </p>
        <p class="secondary" dir="ltr">
          {triggers.join(', ')}
        </p>
        <details>
          <summary class="secondary">Secret</summary>
          <CopyField
            label="Secret"
            value={secret}
            hint="It signs each delivery, and is sent as X-API-Key. The receiver checks either."
          />
        </details>
      </div>
      <button type="button" class="button" aria-label={`Deliveries to ${target}`} onClick={onLog}>
        Deliveries
      </button>
      <button type="button" class="button" aria-label={`Remove the webhook to ${target}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
};

type ChoiceProps = {
  label: string;
  hint: string;
  checked: boolean;
  /** Resolves once `checked` shows the result. */
  onChange(on: boolean): Promise<void>;
};

/** Shows the agent's choice at once. */
const Choice = ({ label, hint, checked, onChange }: ChoiceProps) => {
  const [chosen, setChosen] = useState<boolean>();
  return (
    <label>
      <input
        type="checkbox"
        checked={chosen ?? checked}
        onChange={async ({ currentTarget }) => {
          setChosen(currentTarget.checked);
          await onChange(currentTarget.checked);
          setChosen(undefined);
        }}
      />
      <span>
        {label}
        <span class="meta">{hint}</span>
      </span>
    </label>
  );
};

type Props = {
  integration: AgentIntegration;
  /** Resolves once the integration shows the result. */
  onChange(change: IntegrationBody): Promise<void>;
  onAddWebhook(): void;
  onLog(webhook: AgentWebhook): void;
  onRemoveWebhook(webhook: AgentWebhook): void;
  onRemove(): void;
};

/** A bot or a bridge, what it receives, and its webhooks. */
export const IntegrationRow = (props: Props) => {
  const { integration, onChange } = props;
  const { displayName, name, answersFirst, hearsAll, webhooks } = integration;
  return (
    <li class="account-part" aria-label={displayName}>
      <h3 dir="auto">{displayName}</h3>
      <p class="secondary">
        Its name in calls: <code dir="ltr">{name}</code>
      </p>
      <fieldset class="choices">
        <legend class="visually-hidden">{`Conversations of ${displayName}`}</legend>
        <Choice
          label="Answers first"
          hint="New conversations are its own until it hands them over, or somebody takes them over."
          checked={answersFirst}
          onChange={(on) => onChange({ answersFirst: on })}
        />
        <Choice
          label="Gets events of all conversations"
          hint="Otherwise its webhooks get only those of conversations that it handles."
          checked={hearsAll}
          onChange={(on) => onChange({ hearsAll: on })}
        />
      </fieldset>
      {webhooks.length > 0 && (
        <ul class="account-rows" aria-label={`Webhooks of ${displayName}`}>
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onLog={() => props.onLog(webhook)}
              onRemove={() => props.onRemoveWebhook(webhook)}
            />
          ))}
        </ul>
      )}
      <div class="account-actions">
        <button
          type="button"
          class="button"
          aria-label={`New webhook of ${displayName}`}
          onClick={props.onAddWebhook}
        >
          New webhook
        </button>
        <button type="button" class="button" aria-label={`Remove ${displayName}`} onClick={props.onRemove}>
          Remove
        </button>
      </div>
    </li>
  );
};
