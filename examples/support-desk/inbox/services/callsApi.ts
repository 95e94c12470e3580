import type { Signal } from '@porch/messenger/wire/voice';
import type { AgentCall, AgentCallAnswer } from '../../shared/answers/calls';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeCalls, decodeTaken } from '../model/decode';

/** The part of the agent API about voice calls. No call throws; each returns a result. */
export type CallsApi = {
  /** The calls that ring or are in progress. */
  open(): Promise<ApiResult<AgentCall[]>>;
  /** Takes a ringing call. */
  answer(id: string): Promise<ApiResult<AgentCallAnswer>>;
  /** The other end's signals after this one. The desk waits some seconds for one. */
  ask(id: string, after: number): Promise<ApiResult<unknown>>;
  tell(id: string, signals: readonly Signal[]): Promise<ApiResult<unknown>>;
  /** Ends the call while the page closes. */
  leave(id: string): void;
};

export const createCallsApi = (call: ApiCall): CallsApi => {
  const at = (id: string, rest: string): string => `/calls/${encodeURIComponent(id)}/${rest}`;
  const same = (answer: unknown): unknown => answer;
  return {
    open: () => call('/calls', decodeCalls),
    answer: async (id) => {
      const result = await call(at(id, 'answer'), decodeTaken, {});
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value } : { ok: false, failure: 'server' };
    },
    ask: (id, after) => call(at(id, `signals?after=${after}`), same),
    tell: (id, signals) => call(at(id, 'signals'), same, { signals }),
    leave: (id) =>
      void call(
        at(id, 'signals'),
        same,
        { signals: [{ type: 'end', reason: 'hungUp' }] },
        { keepalive: true },
      ),
  };
};
