import { actWords } from '../../model/acts';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { nameOfAgent } from './pickSaved';

/** What was not done after a reply that was sent, and why. */
export const NotDone = ({ id }: { id: string }) => {
  const { workspace, view } = useDesk();
  const { following } = workspace;
  const left = following.notDone(id);
  if (!left) return null;
  const nameOf = nameOfAgent(workspace.team);
  return (
    <div class="overtaken not-done" role="alert">
      <div>
        <p>Your reply was sent. This was not done:</p>
        <ul>
          {left.acts.map(({ act, words }) => (
            <li key={actWords(act, nameOf)} dir="auto">
              {actWords(act, nameOf)} ({words.replace(/\.$/, '')})
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        class="button"
        aria-disabled={following.isTrying.value}
        onClick={() => void following.again(id)}
      >
        <Icon name="retry" />
        Try again
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          following.dismiss(id);
          view.focus('reply');
        }}
      >
        Leave it
      </button>
    </div>
  );
};
