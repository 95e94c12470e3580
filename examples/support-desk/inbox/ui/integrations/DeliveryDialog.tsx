import { useEffect, useMemo, useState } from 'react';
import type { AgentDelivery, AgentWebhook } from '../../../shared/answers/integrations';
import { failureWords, refusalWords } from '../../model/apiResult';
import { dayAndTime, isoTime } from '../../model/times';
import { createDeliveryLog } from '../../state/pages/deliveries';
import { Dialog } from '../parts/Dialog';
import { useDesk } from '../parts/view';

const STATES: Record<AgentDelivery['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
};

const Row = ({ delivery, onRepeat }: { delivery: AgentDelivery; onRepeat(): void }) => {
  const now = useDesk().inbox.now.value;
  const { type, createdAt, state, tries, answer, dueAt } = delivery;
  const at = (time: number) => <time dateTime={isoTime(time)}>{dayAndTime(time, now)}</time>;
  return (
    <li class="account-row wraps">
      <div class="account-row-text">
        <p>
          <strong dir="ltr">{type}</strong>
        </p>
        <p class="secondary">
          {at(createdAt)} · {STATES[state]}
          {tries > 0 && ` · tried ${tries === 1 ? 'once' : `${tries} times`}`}
          {answer && ` · ${answer}`}
          {state === 'waiting' && dueAt !== undefined && tries > 0 && <> · next: {at(dueAt)}</>}
        </p>
      </div>
      <button
        type="button"
        class="button"
        aria-label={`Send again: ${type} of ${dayAndTime(createdAt, now)}`}
        onClick={onRepeat}
      >
        Send again
      </button>
    </li>
  );
};

/** What was sent to a webhook in the last days, or is waiting to be sent. */
export const DeliveryDialog = ({ webhook, onClose }: { webhook: AgentWebhook; onClose(): void }) => {
  const { api, fail } = useDesk().workspace;
  const log = useMemo(() => createDeliveryLog(api.integrations, webhook.id, fail), [api, webhook.id, fail]);
  const [problem, setProblem] = useState('');
  useEffect(() => void log.refresh(), [log]);
  const status = log.status.value;
  const rows = log.rows.value;
  const repeat = async (id: string): Promise<void> => {
    const answer = await log.repeat(id);
    setProblem(answer.ok ? '' : refusalWords(answer));
  };
  const failed = status !== 'loading' && status !== 'ready' ? failureWords[status] : problem;
  return (
    <Dialog title="Deliveries of the last seven days" wide onClose={onClose}>
      <p class="secondary" dir="ltr">
        {webhook.target}
      </p>
      {failed && (
        <p class="error" role="alert">
          {failed}
        </p>
      )}
      {rows.length === 0 && !failed && (
        <p class="secondary" role="status">
          {status === 'loading' ? 'Loading…' : 'Nothing was sent yet.'}
        </p>
      )}
      {rows.length > 0 && (
        <ul class="account-rows" aria-label="Deliveries">
          {rows.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} onRepeat={() => void repeat(delivery.id)} />
          ))}
        </ul>
      )}
      <footer class="dialog-footer">
        {log.hasMore.value && (
          <button
            type="button"
            class="button quiet"
            disabled={status === 'loading'}
            onClick={() => void log.loadMore()}
          >
            Load older deliveries
          </button>
        )}
        <button
          type="button"
          class="button"
          disabled={status === 'loading'}
          onClick={() => void log.refresh()}
        >
          Refresh
        </button>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </footer>
    </Dialog>
  );
};
