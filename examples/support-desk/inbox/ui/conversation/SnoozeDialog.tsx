import { useId, useState } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { asField, fromField, snoozesAt } from '../../model/snoozes';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

const AT = 'at';
const MINUTE_S = 60;
const HOUR_S = 3600;

type Props = { conversation: AgentConversation; onClose(): void };

/** Chooses until when the conversation sleeps. The first choice needs only Enter. */
export const SnoozeDialog = ({ conversation, onClose }: Props) => {
  const { inbox, workspace } = useDesk();
  const [now] = useState(() => inbox.clock.now() / 1000);
  const choices = snoozesAt(now);
  const [chosen, setChosen] = useState(choices[0]?.id ?? AT);
  const [field, setField] = useState(() => asField(Math.ceil(now / HOUR_S) * HOUR_S + HOUR_S));
  const id = useId();
  const at = fromField(field);
  const run = async (): Promise<string | undefined> => {
    const until = chosen === AT ? at : choices.find((one) => one.id === chosen)?.until;
    if (until !== undefined && until <= inbox.clock.now() / 1000)
      return 'This time is over. Choose a later one.';
    await workspace.route('snooze', undefined, until);
    return workspace.routing.failed.peek().get(conversation._id);
  };
  const submission = useSubmission(run, onClose);
  return (
    <Dialog title="Snooze the conversation" onClose={onClose}>
      <DialogForm
        act="Snooze"
        submission={submission}
        incomplete={chosen === AT && at === undefined}
        onCancel={onClose}
      >
        <p class="dialog-text">
          It is out of the way until then, and wakes before if{' '}
          <strong dir="auto">{conversation.displayName}</strong> writes.
        </p>
        <fieldset class="choices">
          <legend>Snooze</legend>
          {[...choices, { id: AT, label: 'Until a date and time' }].map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name={id}
                autoFocus={one.id === choices[0]?.id}
                checked={chosen === one.id}
                onChange={() => setChosen(one.id)}
              />
              <span>{one.label}</span>
            </label>
          ))}
        </fieldset>
        {chosen === AT && (
          <div class="field">
            <label for={`${id}-at`}>Date and time</label>
            <input
              id={`${id}-at`}
              type="datetime-local"
              min={asField(now + MINUTE_S)}
              value={field}
              onInput={(event) => setField(event.currentTarget.value)}
            />
          </div>
        )}
      </DialogForm>
    </Dialog>
  );
};
