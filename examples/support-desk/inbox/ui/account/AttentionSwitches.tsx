import type { AttentionWay } from '../../state/alerts/attention';
import { useDesk } from '../parts/view';

export const ATTENTION_WORDS: readonly (readonly [AttentionWay, string])[] = [
  ['sound', 'Sound'],
  ['title', 'Unread count in tab title'],
  ['notifications', 'Desktop notifications'],
];

const OBSTACLES = {
  missing: 'This browser does not offer them for this address.',
  blocked: 'The browser blocks them. Allow them for this page.',
};

/** How this browser alerts the agent to new messages. */
export const AttentionSwitches = () => {
  const { attention } = useDesk().inbox;
  const obstacle = attention.obstacle.value;
  return (
    <fieldset class="menu-switches">
      <legend class="meta">New messages, in this browser</legend>
      {ATTENTION_WORDS.map(([way, label]) => {
        const stopped = way === 'notifications' ? obstacle : undefined;
        return (
          <label key={way} class="switch">
            <input
              type="checkbox"
              checked={attention.ways[way].value}
              disabled={stopped !== undefined}
              aria-describedby={stopped && 'attention-obstacle'}
              onChange={(event) => void attention.set(way, event.currentTarget.checked)}
            />
            {label}
          </label>
        );
      })}
      {obstacle && (
        <p id="attention-obstacle" class="meta">
          {OBSTACLES[obstacle]}
        </p>
      )}
    </fieldset>
  );
};
