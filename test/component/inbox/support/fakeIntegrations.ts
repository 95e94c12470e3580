import type { ApiRefusal, ApiResult } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { IntegrationsApi } from '../../../../examples/support-desk/inbox/services/integrationsApi';
import type {
  AgentDelivery,
  AgentIntegration,
} from '../../../../examples/support-desk/shared/answers/integrations';

/** A page of the log has as many deliveries. */
const PAGE = 2;

/** The bots and webhooks of a desk in memory. */
export class FakeIntegrations {
  all: AgentIntegration[] = [];
  /** Newest first. */
  log: AgentDelivery[] = [];
  /** The calls that change something, by name. */
  made: unknown[][] = [];
  /** What the next change is refused with. */
  refusal: ApiRefusal | undefined;

  private change(call: unknown[], run: () => void): ApiResult<undefined> {
    this.made.push(call);
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal) return refusal;
    run();
    return { ok: true, value: undefined };
  }

  private update(id: string, change: (before: AgentIntegration) => AgentIntegration): void {
    this.all = this.all.map((one) => (one.id === id ? change(one) : one));
  }

  readonly api: IntegrationsApi = {
    all: async () => ({
      ok: true,
      value: {
        integrations: structuredClone(this.all),
        triggers: ['conversation:message', 'conversation:read'],
      },
    }),
    make: async (displayName) =>
      this.change(['make', displayName], () => {
        const id = `bot_${this.all.length}`;
        const name = displayName.replaceAll(' ', '-');
        this.all.push({ id, name, displayName, answersFirst: false, hearsAll: true, webhooks: [] });
      }),
    change: async (id, change) =>
      this.change(['change', id, change], () => this.update(id, (before) => ({ ...before, ...change }))),
    remove: async (id) =>
      this.change(['remove', id], () => {
        this.all = this.all.filter((one) => one.id !== id);
      }),
    makeWebhook: async (id, target, triggers) =>
      this.change(['makeWebhook', id, target, triggers], () =>
        this.update(id, (before) => ({
          ...before,
          webhooks: [...before.webhooks, { id: 'w1', target, triggers: [...triggers], secret: 'whsec_x' }],
        })),
      ),
    removeWebhook: async (id, webhookId) =>
      this.change(['removeWebhook', id, webhookId], () =>
        this.update(id, (before) => ({
          ...before,
          webhooks: before.webhooks.filter((webhook) => webhook.id !== webhookId),
        })),
      ),
    deliveries: async (_webhookId, before) => {
      const from = before === undefined ? 0 : Number(before);
      const next = from + PAGE < this.log.length ? String(from + PAGE) : undefined;
      return { ok: true, value: { rows: structuredClone(this.log.slice(from, from + PAGE)), next } };
    },
    repeat: async (id) =>
      this.change(['repeat', id], () => {
        this.log = this.log.map((one) => (one.id === id ? { ...one, state: 'sent', answer: '200' } : one));
      }),
  };
}
