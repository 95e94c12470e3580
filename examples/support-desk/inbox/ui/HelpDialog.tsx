import { Dialog } from './Dialog';
import { SHORTCUTS } from './shortcuts';
import { useDesk } from './view';

/** All shortcuts, and a switch for the single-letter ones. */
export const HelpDialog = () => {
  const { inbox, view } = useDesk();
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => view.setHelp(false)}>
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
        Single-key shortcuts
      </label>
    </Dialog>
  );
};
