import type { AgentConversation } from '../../../shared/answers/conversations';
import { actWords, type NextAct } from '../../model/acts';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { nameOfAgent } from './pickSaved';

const isImage = (act: NextAct): boolean =>
  act.act === 'file' && act.file.mediaUrl !== undefined && act.file.mediaType.startsWith('image/');

/** The picture of a file that is sent, or its icon. */
export const ActMark = ({ act }: { act: NextAct }) => {
  if (act.act !== 'file') return null;
  return isImage(act) ? <img class="act-picture" src={act.file.mediaUrl} alt="" /> : <Icon name="file" />;
};

type ChipProps = { act: NextAct; words: string; onRemove(): void };

/** One act, with a button that removes it. */
export const ActChip = ({ act, words, onRemove }: ChipProps) => (
  <li class="said-tag act-chip">
    <ActMark act={act} />
    <span class="act-words" dir="auto">
      {words}
    </span>
    <button type="button" class="tag-remove" aria-label={`Do not ${words}`} onClick={onRemove}>
      <Icon name="close" />
    </button>
  </li>
);

/** What follows the next reply, near its button: 'then: tag billing, close'. Each can be removed. */
export const ActChips = ({ conversation: { _id } }: { conversation: AgentConversation }) => {
  const { workspace, view } = useDesk();
  const { nextActs } = workspace;
  const acts = nextActs.of(_id);
  const nameOf = nameOfAgent(workspace.team);
  const words = acts.map((act) => actWords(act, nameOf));
  return (
    <>
      <p class="visually-hidden" role="status">
        {acts.length > 0 && `Then: ${words.join(', ')}.`}
      </p>
      {acts.length > 0 && (
        <div class="next-acts">
          <span class="meta" id="next-acts">
            Then:
          </span>
          <ul aria-labelledby="next-acts">
            {acts.map((act, at) => (
              <ActChip
                key={words[at]}
                act={act}
                words={words[at] ?? ''}
                onRemove={() => {
                  nextActs.set(
                    _id,
                    acts.filter((one) => one !== act),
                  );
                  // The pressed button disappears.
                  view.focus('reply');
                }}
              />
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
