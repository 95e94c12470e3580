import type { Clock } from '../platform/clock';
import { atLeast, obj } from '../wire/decode';
import type { Connect } from './createServices';
import type { HttpRules, Method } from './http';
import type { RequestError } from './requestError';

/** How long a visitor will wait; each part only where the service gave it. */
export type WaitTime = {
  /** 1 is next. */
  queuePosition?: number;
  /** Seconds. */
  responseTime?: number;
  /** False where an agent had the conversation before. */
  isInitialRouting: boolean;
};

/** SPEC.md section 8, 'Retry helper': so often, the first after so long. */
const RETRIES = 3;
const RETRY_DELAY_MS = 500;

/** SPEC.md section 8, 'Wait-time retry policy': "429 retries. 500 retries only for GET. Others fail." */
export const isWorthRetrying = (method: Method, status: number | undefined): boolean =>
  status === 429 || (status === 500 && method === 'GET');

/**
 * `GET {base}/api/services/end_user_connector/wait_time/conversations/{id}` (SPEC.md section 7) under its own retry
 * policy. "401 refreshes the JWT and retries briefly, logging out at the limit": `rules` do that; nothing else about
 * the visitor is decided here. Rejects with a `RequestError`.
 * @param deps.baseUrl the configuration's base URL without a trailing sc/sdk
 * @param deps.rules those of all other calls
 */
export const createWaitTimeCall = (deps: {
  connect: Connect;
  rules: HttpRules;
  baseUrl: string;
  clock: Clock;
}): ((conversationId: string) => Promise<WaitTime>) => {
  const { rules } = deps;
  const http = deps.connect(
    undefined,
    {
      epoch: rules.epoch,
      recover: async (status) => (status === 401 && (await rules.recover?.(status))) ?? false,
      onRefused: (status) => status === 401 && rules.onRefused?.(status),
    },
    deps.baseUrl,
  );
  return async (conversationId) => {
    const path = `/api/services/end_user_connector/wait_time/conversations/${encodeURIComponent(conversationId)}`;
    for (let failures = 0; ; failures++) {
      try {
        const answer = obj(await http('GET', path));
        return {
          queuePosition: atLeast(1)(answer.queue_position),
          responseTime: atLeast(0)(answer.response_time),
          isInitialRouting: answer.is_initial_routing === true,
        };
      } catch (error) {
        if (failures === RETRIES || !isWorthRetrying('GET', (error as RequestError).status)) throw error;
        await new Promise<void>((resolve) => deps.clock.after(RETRY_DELAY_MS * 2 ** failures, resolve));
      }
    }
  };
};
