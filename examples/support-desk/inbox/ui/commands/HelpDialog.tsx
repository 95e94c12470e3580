import { Dialog } from '../parts/Dialog';
import { KeyCaps } from '../parts/KeyCaps';
import { SHORTCUTS, SHORTCUTS_OF_LIST, SHORTCUTS_OF_REPLY, type Shortcut } from '../parts/keys';
import { useDesk } from '../parts/view';

export const SINGLE_KEYS_WORDS = 'Single-key shortcuts';

const SECTIONS: readonly { title: string; entries: readonly Shortcut[] }[] = [
  { title: 'In the list', entries: SHORTCUTS_OF_LIST },
  { title: 'Anywhere', entries: Object.values(SHORTCUTS) },
  { title: 'In the reply', entries: SHORTCUTS_OF_REPLY },
];

/** All shortcuts, with a switch for the single-letter ones. */
export const HelpDialog = () => {
  const { inbox, view } = useDesk();
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => view.show(undefined)}>
      {SECTIONS.map(({ title, entries }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {entries.map(({ keys, does }) => (
              <div key={does}>
                <dt>{does}</dt>
                <dd>
                  <KeyCaps of={keys} />
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
        {SINGLE_KEYS_WORDS}
      </label>
    </Dialog>
  );
};
