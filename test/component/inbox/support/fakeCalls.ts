import type { ApiFailure } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { CallsApi } from '../../../../examples/support-desk/inbox/services/callsApi';
import type { AgentCall } from '../../../../examples/support-desk/shared/answers/calls';
import type { Signal } from '../../../../src/wire/voice';

/** A visitor's call that rings, unless `more` has another state. */
export const createCall = (more: Partial<AgentCall> = {}): AgentCall => ({
  id: 'a',
  visitor: 'Ann',
  nameFrom: 'login',
  appUserId: 'u',
  lineId: 'default',
  recordingConsent: 'unknown',
  startedAt: 0,
  state: 'ringing',
  declinedBy: [],
  ...more,
});

/** The desk's calls, without a network: no signal comes from the other end. */
export class FakeCalls {
  calls: AgentCall[] = [];
  answered: string[] = [];
  left: string[] = [];
  told: { id: string; signals: readonly Signal[] }[] = [];
  answerFailure: ApiFailure | undefined;

  readonly api: CallsApi = {
    open: async () => ({ ok: true, value: structuredClone(this.calls) }),
    answer: async (id) => {
      if (this.answerFailure) return { ok: false, failure: this.answerFailure };
      this.answered.push(id);
      const call = this.calls.find((c) => c.id === id) as AgentCall;
      Object.assign(call, { state: 'answered', agent: 'Maya' });
      return { ok: true, value: { call: structuredClone(call), iceServers: [] } };
    },
    ask: () => new Promise(() => {}),
    tell: async (id, signals) => {
      this.told.push({ id, signals });
      return { ok: true, value: {} };
    },
    leave: (id) => void this.left.push(id),
  };
}
