import { WAIT_TIME_RETRIES, WAIT_TIME_RETRY_MS } from '../../model/retries/waitTime';
import type { Clock } from '../../platform/clock';
import type { Connect } from '../../services/createServices';
import type { HttpRules, Method } from '../../services/http';
import { given, type RequestError } from '../../services/requestError';
import { queuePlace, waitSeconds } from '../../wire/conversation';
import { obj } from '../../wire/decode';

/** The expected wait; fields are missing when the service did not give them. */
export type WaitTime = {
  /** Place in the queue; 1 is next. */
  queuePosition?: number;
  /** In seconds. */
  responseTime?: number;
  /** False when an agent has had the conversation before. */
  isInitialRouting: boolean;
};

/** The fields of an answer; one of them must be there. */
const FIELDS = ['queue_position', 'response_time', 'is_initial_routing'];

/** Whether to retry: always on a 429, on a 500 only for GET. */
export const isWorthRetrying = (method: Method, status: number | undefined): boolean =>
  status === 429 || (status === 500 && method === 'GET');

/**
 * `GET {base}/api/services/end_user_connector/wait_time/conversations/{id}` with its own retry policy. On a
 * 401, `rules` renew the credential and log out when that fails; other errors do not affect the visitor.
 * @param deps.baseUrl the configuration's base URL without a trailing sc/sdk
 * @param deps.rules the rules of all other calls
 * @throws RequestError
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
      recover: async (status, renewed) => status === 401 && !!(await rules.recover?.(status, renewed)),
      onRefused: (status) => status === 401 && rules.onRefused?.(status),
    },
    deps.baseUrl,
  );
  return async (conversationId) => {
    const path = `/api/services/end_user_connector/wait_time/conversations/${encodeURIComponent(conversationId)}`;
    for (let failures = 0; ; failures++) {
      try {
        const answer = obj(await http('GET', path));
        given(
          FIELDS.find((field) => field in answer),
          'The answer holds no waiting time',
        );
        return {
          queuePosition: queuePlace(answer.queue_position),
          responseTime: waitSeconds(answer.response_time),
          isInitialRouting: answer.is_initial_routing === true,
        };
      } catch (error) {
        if (failures === WAIT_TIME_RETRIES || !isWorthRetrying('GET', (error as RequestError).status))
          throw error;
        await new Promise<void>((resolve) => deps.clock.after(WAIT_TIME_RETRY_MS, resolve));
      }
    }
  };
};
