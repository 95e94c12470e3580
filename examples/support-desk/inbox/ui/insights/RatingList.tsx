import type { AgentRating } from '../../../shared/answers/insights';
import { dayAndTime, isoTime } from '../../model/times';
import { NotLoaded } from '../parts/LoadedView';
import { useDesk } from '../parts/view';
import { Part } from './Part';

const Entry = ({ rating }: { rating: AgentRating }) => {
  const { inbox, workspace } = useDesk();
  const { score, comment, visitor, at, agent, conversationId } = rating;
  return (
    <li class="rating-entry">
      <p>
        <span class={`level ${score === 'bad' ? 'error' : ''}`}>{score === 'good' ? 'Good' : 'Bad'}</span>{' '}
        {comment ? <bdi class="rating-comment">{comment}</bdi> : <span class="secondary">No comment</span>}
      </p>
      <p class="meta">
        <a
          href={`#conversation=${encodeURIComponent(conversationId)}`}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            workspace.reveal(conversationId);
          }}
        >
          Conversation with <bdi>{visitor}</bdi>
        </a>
        {agent.kind === 'agent' && (
          <>
            {' · '}
            <bdi>{agent.name}</bdi>
            {agent.removed && ' (left the team)'}
          </>
        )}
        {' · '}
        <time dateTime={isoTime(at)}>{dayAndTime(at, inbox.now.value)}</time>
      </p>
    </li>
  );
};

const Rows = () => {
  const { ratings } = useDesk().workspace.insights;
  const rows = ratings.rows.value;
  const status = ratings.status.value;
  const failed = status !== 'ready' && status !== 'loading';
  if (failed || (rows.length === 0 && status === 'loading'))
    return <NotLoaded what="The list of ratings" status={status} retry={() => void ratings.refresh()} />;
  if (rows.length === 0) return <p class="secondary">None in this period.</p>;
  return (
    <>
      <ul aria-label="Ratings">
        {rows.map((rating) => (
          <Entry key={rating.conversationId} rating={rating} />
        ))}
      </ul>
      {ratings.hasMore.value && (
        <button
          type="button"
          class="button quiet"
          disabled={status === 'loading'}
          onClick={() => void ratings.loadMore()}
        >
          {status === 'loading' ? 'Loading…' : 'Load more'}
        </button>
      )}
    </>
  );
};

/** The ratings of the period with their comments, newest first. */
export const RatingList = () => (
  <Part
    title="Ratings"
    file="ratings"
    counts="The newest rating of each conversation that was rated in this period."
  >
    <Rows />
  </Part>
);
