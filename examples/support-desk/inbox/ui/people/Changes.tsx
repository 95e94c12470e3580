import type { AgentVisitorChange } from '../../../shared/answers/people';
import { FIELD_WORDS } from '../../model/corrections';
import { dayAndTime, isoTime } from '../../model/times';
import { useDesk } from '../parts/view';

const Value = ({ value }: { value: string | undefined }) =>
  value === undefined ? <>nothing</> : <bdi>{value}</bdi>;

/** What agents did about a visitor, newest first. */
export const Changes = ({ changes }: { changes: readonly AgentVisitorChange[] }) => {
  const { now } = useDesk().inbox;
  if (changes.length === 0) return null;
  return (
    <section class="properties others" aria-label="Changes">
      <h3>Changes</h3>
      <ul>
        {changes.map(({ _id, at, by, field, from, to }) => (
          <li key={_id} class="secondary">
            <bdi>{by}</bdi>{' '}
            {field === 'merged' || field === 'separated' ? (
              <>
                {field === 'merged' ? 'merged' : 'separated'} <Value value={to} />
              </>
            ) : (
              <>
                changed the {FIELD_WORDS[field]} from <Value value={from} /> to <Value value={to} />
              </>
            )}{' '}
            <time class="meta" dateTime={isoTime(at)}>
              {dayAndTime(at, now.value)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
};
