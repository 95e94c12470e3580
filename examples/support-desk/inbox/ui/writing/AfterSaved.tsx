import type { AgentSavedReply } from '../../../shared/answers/work';
import { actsOf, actWords } from '../../model/acts';
import { goneIn } from '../../model/savedList';
import { useDesk } from '../parts/view';
import { nameOfAgent } from './pickSaved';

/** What is done after a reply, and what of it is no longer there. */
export const AfterSaved = ({ reply }: { reply: AgentSavedReply }) => {
  const { team, savedReplies } = useDesk().workspace;
  const nameOf = nameOfAgent(team);
  const acts = actsOf(reply).map((act) => actWords(act, nameOf, 'its sender'));
  const gone = goneIn(reply, {
    // Before the team is known, nobody is missing.
    isThere: (id) => team.members.value.length === 0 || nameOf(id) !== undefined,
    unusedTags: savedReplies.unusedTags.value,
  });
  return (
    <>
      {acts.length > 0 && (
        <span class="meta saved-reply-acts" dir="auto">
          Then: {acts.join(', ')}
        </span>
      )}
      {gone.map((words) => (
        <span key={words} class="meta saved-reply-acts saved-reply-gone" dir="auto">
          {words}
        </span>
      ))}
    </>
  );
};
