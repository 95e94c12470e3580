import type { ApiRefusal } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { RefusedRow } from '../../../../examples/support-desk/inbox/model/decodeEmails';
import type { EmailsApi } from '../../../../examples/support-desk/inbox/services/emailsApi';

const GONE = { ok: false, failure: 'notFound', reason: 'It is gone.' } as const satisfies ApiRefusal;

/** The emails of a fake desk. */
export class FakeEmails {
  /** The whole emails, by message. */
  whole = new Map<string, { text: string; isCut: boolean }>();
  refused: RefusedRow[] = [];
  /** What the next calls about one email answer, if not what they should. */
  refusal: ApiRefusal | undefined;

  private take(id: string): RefusedRow | undefined {
    const found = this.refused.find((row) => row.id === id);
    this.refused = this.refused.filter((row) => row.id !== id);
    return found;
  }

  readonly api: EmailsApi = {
    ofMessage: async (_, id) => {
      const value = this.whole.get(id);
      return value ? { ok: true, value } : (this.refusal ?? GONE);
    },
    refused: async (before) => {
      const from = before === undefined ? 0 : Number(before);
      const next = from + 2 < this.refused.length ? String(from + 2) : undefined;
      return { ok: true, value: { rows: this.refused.slice(from, from + 2), next } };
    },
    accept: async (id) => {
      if (this.refusal) return this.refusal;
      const found = this.take(id);
      return found ? { ok: true, value: found.conversationId ?? '' } : GONE;
    },
    dismiss: async (id) => this.refusal ?? (this.take(id) ? { ok: true, value: undefined } : GONE),
  };
}
