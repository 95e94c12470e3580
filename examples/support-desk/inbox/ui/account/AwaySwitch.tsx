import { useDesk } from '../parts/view';

export const AWAY_WORDS = 'Show me as away';

/** Lets agents set themselves away although the inbox is open. */
export const AwaySwitch = () => {
  const { presence } = useDesk().inbox;
  return (
    <fieldset class="menu-switches">
      <legend class="meta">Visitors</legend>
      <label class="switch">
        <input
          type="checkbox"
          checked={presence.away.value}
          onChange={(event) => presence.setAway(event.currentTarget.checked)}
        />
        {AWAY_WORDS}
      </label>
    </fieldset>
  );
};
