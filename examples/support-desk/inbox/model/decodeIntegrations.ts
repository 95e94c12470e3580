import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { AgentDelivery, AgentIntegration, AgentWebhook } from '../../shared/answers/integrations';

export type IntegrationList = { integrations: AgentIntegration[]; triggers: string[] };
export type DeliveryPage = { rows: AgentDelivery[]; next?: string };

const decodeWebhook = (value: unknown): AgentWebhook | undefined => {
  const raw = obj(value);
  const id = str(raw.id);
  if (!id) return undefined;
  return {
    id,
    target: str(raw.target) ?? '',
    triggers: listOf(raw.triggers, str),
    secret: str(raw.secret) ?? '',
  };
};

export const decodeIntegrations = (value: unknown): IntegrationList => ({
  integrations: listOf(obj(value).integrations, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    if (!id) return undefined;
    return {
      id,
      name: str(raw.name) ?? '',
      displayName: shownLabel(raw.displayName) ?? '',
      answersFirst: raw.answersFirst === true,
      hearsAll: raw.hearsAll === true,
      webhooks: listOf(raw.webhooks, decodeWebhook),
    };
  }),
  triggers: listOf(obj(value).triggers, str),
});

export const decodeDeliveries = (value: unknown): DeliveryPage => ({
  rows: listOf(obj(value).deliveries, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    if (!id) return undefined;
    return {
      id,
      type: str(raw.type) ?? '',
      conversationId: str(raw.conversationId) ?? '',
      createdAt: num(raw.createdAt) ?? 0,
      state: oneOf(raw.state, ['waiting', 'sent', 'failed'] as const) ?? 'waiting',
      tries: num(raw.tries) ?? 0,
      answer: shownLabel(raw.answer),
      dueAt: num(raw.dueAt),
    };
  }),
  next: str(obj(value).next),
});
