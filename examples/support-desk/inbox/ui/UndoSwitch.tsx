import { useDesk } from './view';

/** Whether replies wait for some seconds before they are sent. */
export const UndoSwitch = () => {
  const { undo } = useDesk().inbox;
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={undo.on.value}
        onChange={(event) => undo.set(event.currentTarget.checked)}
      />
      Undo for 5 seconds after sending
    </label>
  );
};
