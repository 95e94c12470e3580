import { useLayoutEffect, useRef } from 'react';
import { Icon } from './Icon';
import { SHORTCUTS } from './shortcuts';
import { useDesk } from './view';

/** All shortcuts, and a switch for those of one letter. */
export const HelpDialog = () => {
  const { inbox, view } = useDesk();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    // The dialog gives the focus back itself when it closes.
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={() => view.setHelp(false)}>
      <header class="help-header">
        <h2 id="help-title">Keyboard shortcuts</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {SHORTCUTS.map(({ title, entries }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {entries.map(({ keys, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((combination) => (
                    <span key={combination.join()} class="keys">
                      {combination.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="switch">
        <input
          type="checkbox"
          checked={inbox.singleKeys.value}
          onChange={(event) => inbox.setSingleKeys(event.currentTarget.checked)}
        />
        Shortcuts of a single letter
      </label>
    </dialog>
  );
};
