import { useRef } from 'react';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';

/** Warns that a colleague has answered since the agent began to write. */
export const Overtaken = ({ text }: { text: string }) => {
  const { workspace, view } = useDesk();
  const first = useRef<HTMLButtonElement>(null);
  useFocusTarget('overtaken', first);
  const overtaken = workspace.overtaken.value;
  if (!overtaken) return null;
  return (
    <div
      class="overtaken"
      role="alert"
      // The Enter key pressed for the reply may still be held down.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <p>
        <bdi>{overtaken.name}</bdi> has answered since you began to write.
      </p>
      <button
        ref={first}
        type="button"
        class="button"
        onClick={() => {
          workspace.readFirst();
          view.focus('reply');
        }}
      >
        Read first
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          workspace.send(text, true);
          view.focus('reply');
        }}
      >
        Send anyway
      </button>
    </div>
  );
};
