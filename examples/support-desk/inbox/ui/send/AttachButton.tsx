import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../Icon';
import { useDesk } from '../view';

/** The button that chooses files and sends them. */
export const AttachButton = () => {
  const { workspace, view } = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const asked = view.dialog.value === 'files';
  useLayoutEffect(() => {
    if (!asked) return;
    view.show(undefined);
    input.current?.click();
  }, [asked, view]);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        aria-label="Send files"
        onClick={() => input.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to send"
        onChange={(event) => {
          workspace.sendFiles([...(event.currentTarget.files ?? [])]);
          // Reset the input, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
          view.focus('reply');
        }}
      />
    </>
  );
};
