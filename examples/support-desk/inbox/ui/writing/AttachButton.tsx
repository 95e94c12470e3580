import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';

/** The button that chooses files and sends them to the conversation that was open when it was pressed. */
export const AttachButton = () => {
  const { workspace, view } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const askedIn = useRef<string | undefined>(undefined);
  const choose = (): void => {
    askedIn.current = workspace.activeId.peek();
    input.current?.click();
  };
  const asked = view.dialog.value === 'files';
  useLayoutEffect(() => {
    if (!asked) return;
    view.show(undefined);
    choose();
  }, [asked, view]);
  return (
    <>
      <button type="button" class="icon-button" aria-label="Send files" onClick={choose}>
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to send"
        onChange={(event) => {
          workspace.sendFiles([...(event.currentTarget.files ?? [])], askedIn.current);
          // Reset the input, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
          view.focus('reply');
        }}
      />
    </>
  );
};
