import { useState } from 'react';
import type { AgentMergedVisitor } from '../../../shared/answers/people';
import { dayAndTime, isoTime } from '../../model/times';
import { othersThan, Properties } from '../conversation/facts';
import { PersonSummary } from '../conversation/PeopleSearch';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

type Props = {
  /** Into whom they were merged. */
  appUserId: string;
  merged: readonly AgentMergedVisitor[];
  refresh(): void;
};

type SeparateProps = { appUserId: string; one: AgentMergedVisitor; onDone(): void; onClose(): void };

const SeparateDialog = ({ appUserId, one, onDone, onClose }: SeparateProps) => {
  const { people } = useDesk().workspace;
  const { person } = one;
  const submission = useSubmission(() => people.separate(appUserId, person.visitor.appUserId), onDone);
  return (
    <Dialog title="Separate this visitor?" onClose={onClose}>
      <DialogForm act="Separate" submission={submission} onCancel={onClose}>
        <p class="dialog-text">
          <bdi>{person.displayName}</bdi> is a visitor on their own again, with their conversations, and the
          notes from before the merge. What agents wrote about both since then stays here
          {person.visitor.blocked ? '; both stay blocked' : ''}.
        </p>
      </DialogForm>
    </Dialog>
  );
};

/** The visitors that agents have merged into this one, with what is known of each. */
export const Merged = ({ appUserId, merged, refresh }: Props) => {
  const { now } = useDesk().inbox;
  const [separating, separate] = useState<AgentMergedVisitor | undefined>(undefined);
  if (merged.length === 0) return null;
  return (
    <section class="properties others" aria-label="Merged visitors">
      <h3>Merged visitors</h3>
      <ul class="people">
        {merged.map((one) => (
          <li key={one.person.visitor.appUserId}>
            <div class="person-row merged-row">
              <PersonSummary person={one.person} />
              <button
                type="button"
                class="button quiet"
                aria-label={`Separate ${one.person.displayName}`}
                onClick={() => separate(one)}
              >
                Separate…
              </button>
            </div>
            {one.at !== undefined && (
              <p class="meta">
                Merged by <bdi>{one.by}</bdi>,{' '}
                <time dateTime={isoTime(one.at)}>{dayAndTime(one.at, now.value)}</time>
              </p>
            )}
            <Properties
              title={`Set by the page for ${one.person.displayName}`}
              properties={othersThan(
                { name: one.person.displayName, phone: one.person.phone },
                one.person.visitor.properties,
              )}
            />
          </li>
        ))}
      </ul>
      {separating && (
        <SeparateDialog
          appUserId={appUserId}
          one={separating}
          onDone={() => {
            separate(undefined);
            refresh();
          }}
          onClose={() => separate(undefined)}
        />
      )}
    </section>
  );
};
