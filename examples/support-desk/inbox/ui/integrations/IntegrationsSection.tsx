import { useEffect, useMemo, useRef, useState } from 'react';
import type { AgentIntegration, AgentWebhook } from '../../../shared/answers/integrations';
import type { IntegrationBody } from '../../../shared/bodies/integrations';
import { createLoaded } from '../../state/parts/loaded';
import { LoadedView } from '../parts/LoadedView';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { QuestionDialog } from '../team/QuestionDialog';
import { SectionActions } from '../team/SectionActions';
import { useTeamCall } from '../team/useTeamCall';
import { DeliveryDialog } from './DeliveryDialog';
import { IntegrationDialog } from './IntegrationDialog';
import { IntegrationRow } from './IntegrationRow';
import { WebhookDialog } from './WebhookDialog';

type Asked =
  | { what: 'make' }
  | { what: 'webhook'; integration: AgentIntegration }
  | { what: 'log'; webhook: AgentWebhook }
  | { what: 'remove'; integration: AgentIntegration }
  | { what: 'removeWebhook'; integration: AgentIntegration; webhook: AgentWebhook };

type RemovalProps = { asked: Asked | undefined; onRemoved(words: string): void; onClose(): void };

const Removal = ({ asked, onRemoved, onClose }: RemovalProps) => {
  const { api } = useDesk().workspace;
  return (
    <>
      {asked?.what === 'remove' && (
        <QuestionDialog
          title={`Remove ${asked.integration.displayName}?`}
          act="Remove"
          run={() => api.integrations.remove(asked.integration.id)}
          onDone={() => onRemoved(`${asked.integration.displayName} was removed.`)}
          onClose={onClose}
        >
          People have its conversations then. Its webhooks are removed with it.
        </QuestionDialog>
      )}
      {asked?.what === 'removeWebhook' && (
        <QuestionDialog
          title="Remove the webhook?"
          act="Remove"
          run={() => api.integrations.removeWebhook(asked.integration.id, asked.webhook.id)}
          onDone={() => onRemoved('The webhook was removed.')}
          onClose={onClose}
        >
          What waits for it is not sent any more.
        </QuestionDialog>
      )}
    </>
  );
};

/** Bots and bridges, their webhooks, and what was sent there. */
export const IntegrationsSection = () => {
  const { api, fail } = useDesk().workspace;
  const call = useTeamCall();
  const loaded = useMemo(() => createLoaded(api.integrations.all, fail), [api, fail]);
  const [asked, setAsked] = useState<Asked | undefined>(undefined);
  const [done, setDone] = useState('');
  const [problem, setProblem] = useState('');
  const make = useRef<HTMLButtonElement>(null);
  useEffect(() => void loaded.refresh(), [loaded]);

  const close = (): void => setAsked(undefined);
  const changed = (words: string): Promise<void> => {
    close();
    setDone(words);
    return loaded.refresh();
  };
  /** With the button that asked for it. */
  const removed = (words: string): void => {
    void changed(words);
    make.current?.focus();
  };
  const change = async ({ id, displayName }: AgentIntegration, to: IntegrationBody): Promise<void> => {
    const answer = await call(api.integrations.change(id, to));
    const isRefused = 'wrong' in answer;
    setProblem(isRefused ? answer.wrong : '');
    const refreshed = changed(isRefused ? '' : `${displayName} was changed.`);
    if (!isRefused) await refreshed;
  };
  return (
    <>
      <p class="secondary">
        Bots and bridges to other inboxes take part by the Sunshine Conversations API, with an API key that
        may do “Bots and bridges”. Webhooks send them what happens.
      </p>
      <SectionActions
        button={make}
        act="New bot or bridge"
        onAct={() => setAsked({ what: 'make' })}
        done={done}
        problem={problem}
      />
      <LoadedView of={loaded} what="The bots and webhooks">
        {({ integrations }) =>
          integrations.length === 0 ? (
            <Notice icon="code" title="No bots or bridges">
              People answer all conversations.
            </Notice>
          ) : (
            <ul class="account-rows" aria-label="Bots and bridges">
              {integrations.map((integration) => (
                <IntegrationRow
                  key={integration.id}
                  integration={integration}
                  onChange={(to) => change(integration, to)}
                  onAddWebhook={() => setAsked({ what: 'webhook', integration })}
                  onLog={(webhook) => setAsked({ what: 'log', webhook })}
                  onRemoveWebhook={(webhook) => setAsked({ what: 'removeWebhook', integration, webhook })}
                  onRemove={() => setAsked({ what: 'remove', integration })}
                />
              ))}
            </ul>
          )
        }
      </LoadedView>
      {asked?.what === 'make' && (
        <IntegrationDialog onMade={() => changed('It was added.')} onClose={close} />
      )}
      {asked?.what === 'webhook' && (
        <WebhookDialog
          integration={asked.integration}
          triggers={loaded.value.value?.triggers ?? []}
          onMade={() => changed('The webhook was added.')}
          onClose={close}
        />
      )}
      {asked?.what === 'log' && <DeliveryDialog webhook={asked.webhook} onClose={close} />}
      <Removal asked={asked} onRemoved={removed} onClose={close} />
    </>
  );
};
