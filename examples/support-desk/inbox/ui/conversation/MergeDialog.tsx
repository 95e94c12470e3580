import { useEffect, useMemo, useState } from 'react';
import type { AgentMergeAnswer } from '../../../shared/answers/people';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { LoadedView, NotLoaded } from '../parts/LoadedView';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { Comparison, Effects } from './MergeComparison';
import { PeopleSearch, PersonSummary } from './PeopleSearch';

type Props = {
  appUserId: string;
  /** What to search for at first. */
  search?: string;
  /** @param keptId the visitor whom agents see from now on */
  onMerged(keptId: string): void;
  onClose(): void;
};

/** Who else this person may be. */
const Others = ({
  appUserId,
  search = '',
  onChoose,
}: Pick<Props, 'appUserId' | 'search'> & {
  onChoose(otherId: string): void;
}) => {
  const { people } = useDesk().workspace;
  const found = useMemo(() => people.search(search), [people, search]);
  const status = found.status.value;
  const rows = found.rows.value.filter(
    ({ visitor, partOf }) => visitor.appUserId !== appUserId && partOf?.appUserId !== appUserId,
  );
  return (
    <>
      <PeopleSearch people={found} autofocus />
      {rows.length === 0 && status !== 'ready' && (
        <NotLoaded what="The list of people" status={status} retry={() => void found.refresh()} />
      )}
      {rows.length === 0 && status === 'ready' && <p class="dialog-text">Nobody else is found.</p>}
      <ul class="people" aria-label="Visitors to merge with" aria-busy={status === 'loading'}>
        {rows.map((person) => (
          <li key={person.visitor.appUserId}>
            <button type="button" class="person-row" onClick={() => onChoose(person.visitor.appUserId)}>
              <PersonSummary person={person} />
            </button>
          </li>
        ))}
      </ul>
      {found.hasMore.value && (
        <button type="button" class="button quiet" onClick={() => void found.loadMore()}>
          Load more
        </button>
      )}
    </>
  );
};

type FormProps = Props & { answer: AgentMergeAnswer; onBack(): void };

const MergeForm = ({ answer, onMerged, onClose, onBack }: FormProps) => {
  const { people } = useDesk().workspace;
  const { kept, other, refused } = answer;
  const keptId = kept.person.visitor.appUserId;
  const submission = useSubmission(
    () => people.merge(keptId, other.person.visitor.appUserId),
    () => onMerged(keptId),
  );
  return (
    <DialogForm
      act="Merge"
      submission={submission}
      incomplete={refused !== undefined}
      onCancel={onClose}
      aside={
        <button type="button" class="button quiet" onClick={onBack}>
          Choose another
        </button>
      }
    >
      <Comparison {...answer} />
      {refused === undefined ? (
        <Effects {...answer} />
      ) : (
        <p class="error" role="alert">
          {refused}.
        </p>
      )}
    </DialogForm>
  );
};

/** Merges a visitor with another, whom the agent finds, and shows before what it does. */
export const MergeDialog = (props: Props) => {
  const { appUserId, search, onClose } = props;
  const { people } = useDesk().workspace;
  const [otherId, choose] = useState<string | undefined>(undefined);
  const merging = useMemo(
    () => (otherId === undefined ? undefined : people.merging(appUserId, otherId)),
    [people, appUserId, otherId],
  );
  useEffect(() => void merging?.refresh(), [merging]);
  const back = () => choose(undefined);
  return (
    <Dialog
      title={merging ? 'Are these one person?' : 'Merge this visitor with…'}
      wide
      onClose={onClose}
      onBack={merging && back}
    >
      {merging ? (
        <LoadedView of={merging} what="The comparison">
          {(answer) => <MergeForm {...props} answer={answer} onBack={back} />}
        </LoadedView>
      ) : (
        <Others appUserId={appUserId} search={search} onChoose={choose} />
      )}
    </Dialog>
  );
};
