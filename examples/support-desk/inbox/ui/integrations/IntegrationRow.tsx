import type { AgentIntegration, AgentWebhook, IntegrationBody } from '../../../shared/integrationsApi';
import { CopyField } from '../CopyField';

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

type Props = {
  integration: AgentIntegration;
  onChange(change: IntegrationBody): void;
  onAddWebhook(): void;
  onLog(webhook: AgentWebhook): void;
  onRemoveWebhook(webhook: AgentWebhook): void;
  onRemove(): void;
};

/** A bot or a bridge, what it gets, and its webhooks. */
export const IntegrationRow = (props: Props) => {
  const { integration, onChange } = props;
  const { displayName, name, answersFirst, hearsAll, webhooks } = integration;
  const choice = (
    label: string,
    hint: string,
    checked: boolean,
    change: (on: boolean) => IntegrationBody,
  ) => (
    <label>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(change(currentTarget.checked))}
      />
      <span>
        {label}
        <span class="meta">{hint}</span>
      </span>
    </label>
  );
  return (
    <li class="account-part" aria-label={displayName}>
      <h3 dir="auto">{displayName}</h3>
      <p class="secondary">
        Its name in calls: <code dir="ltr">{name}</code>
      </p>
      <fieldset class="choices">
        <legend class="visually-hidden">{`Conversations of ${displayName}`}</legend>
        {choice(
          'Answers first',
          'New conversations are its own until it hands them over, or somebody takes them over.',
          answersFirst,
          (on) => ({ answersFirst: on }),
        )}
        {choice(
          'Gets events of all conversations',
          'Otherwise its webhooks get only those of conversations that it handles.',
          hearsAll,
          (on) => ({ hearsAll: on }),
        )}
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
