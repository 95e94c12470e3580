import type { ComponentChildren } from 'preact';
import { useId, useState } from 'react';
import { LONGEST_SNOOZE_DAYS } from '../../../shared/snooze';
import { asField, fromField, snoozesAt } from '../../model/snoozes';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

const AT = 'at';
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

type Props = {
  title: string;
  /** @param until float seconds; without it, until the visitor writes. @returns what went wrong, if anything */
  onSnooze(until?: number): Promise<string | undefined>;
  onClose(): void;
  /** What the snooze does. */
  children: ComponentChildren;
};

/** Chooses until when conversations sleep. The first choice needs only Enter. */
export const SnoozeDialog = ({ title, onSnooze, onClose, children }: Props) => {
  const { inbox } = useDesk();
  const [now] = useState(() => inbox.clock.now() / 1000);
  const choices = snoozesAt(now);
  const [chosen, setChosen] = useState(choices[0]?.id ?? AT);
  const [field, setField] = useState(() => asField(Math.ceil(now / HOUR_S) * HOUR_S + HOUR_S));
  const id = useId();
  const at = fromField(field);
  const latest = (): number => inbox.clock.now() / 1000 + LONGEST_SNOOZE_DAYS * DAY_S;
  const run = async (): Promise<string | undefined> => {
    const until = chosen === AT ? at : choices.find((one) => one.id === chosen)?.until;
    if (until !== undefined && until <= inbox.clock.now() / 1000)
      return 'This time is over. Choose a later one.';
    if (until !== undefined && until > latest())
      return `A snooze lasts at most ${LONGEST_SNOOZE_DAYS} days. Choose an earlier time.`;
    return onSnooze(until);
  };
  const submission = useSubmission(run, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        act="Snooze"
        submission={submission}
        incomplete={chosen === AT && at === undefined}
        onCancel={onClose}
      >
        <p class="dialog-text">{children}</p>
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
              max={asField(latest())}
              value={field}
              onInput={(event) => setField(event.currentTarget.value)}
            />
          </div>
        )}
      </DialogForm>
    </Dialog>
  );
};
