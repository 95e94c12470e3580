import { useDesk } from '../parts/view';

export const UNDO_WORDS = 'Undo for 5 seconds after sending';

/** Whether replies wait for some seconds before they are sent. */
export const UndoSwitch = () => {
  const { undo } = useDesk().inbox;
  return (
    <fieldset class="menu-switches">
      <legend class="meta">Replies, in this browser</legend>
      <label class="switch">
        <input
          type="checkbox"
          checked={undo.on.value}
          onChange={(event) => undo.set(event.currentTarget.checked)}
        />
        {UNDO_WORDS}
      </label>
    </fieldset>
  );
};
