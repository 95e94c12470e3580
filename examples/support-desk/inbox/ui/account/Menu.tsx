import type { ComponentChildren } from 'preact';
import { useRef } from 'react';
import { docsUrl } from '../parts/docs';
import { Icon, type IconName } from '../parts/Icon';
import { KeyCaps } from '../parts/KeyCaps';
import { SHORTCUTS } from '../parts/keys';
import { Popup } from '../parts/Popup';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';
import { AttentionSwitches } from './AttentionSwitches';
import { AwaySwitch } from './AwaySwitch';
import { signOut } from './SignOutDialog';
import { UndoSwitch } from './UndoSwitch';

type EntryProps = { icon: IconName; run(): void; children: ComponentChildren };

const Entry = ({ icon, run, children }: EntryProps) => (
  <button type="button" class="row-button menu-item" onClick={run}>
    <Icon name={icon} />
    {children}
  </button>
);

/** The menu with the agent's name and account, switches, help, the documentation and sign-out. */
export const Menu = () => {
  const { inbox, workspace, view } = useDesk();
  const toggle = useRef<HTMLButtonElement>(null);
  useFocusTarget('menu', toggle);
  return (
    <Popup label="Menu" icon="person" toggle={toggle}>
      {(close) => {
        const closing = (then: () => void) => () => {
          close();
          then();
        };
        return (
          <div class="menu-panel">
            <p class="menu-name">
              Signed in as <strong>{workspace.agentName}</strong>
            </p>
            <Entry icon="search" run={closing(() => view.show('commands'))}>
              {SHORTCUTS.commands.does}
              <KeyCaps of={SHORTCUTS.commands.keys} />
            </Entry>
            <AwaySwitch />
            <AttentionSwitches />
            <UndoSwitch />
            <Entry icon="person" run={() => workspace.pages.show('account')}>
              My account
            </Entry>
            {workspace.self.isAdmin.value && (
              <Entry icon="check" run={() => workspace.pages.show('start')}>
                Get started
              </Entry>
            )}
            <Entry icon="blocked" run={closing(() => workspace.listing.setView('blocked'))}>
              Blocked visitors
            </Entry>
            {(workspace.counts.value.value?.refusedEmails.all ?? 0) > 0 && (
              <Entry icon="alert" run={() => workspace.pages.show('refused-emails')}>
                Emails not taken
              </Entry>
            )}
            <Entry icon="keyboard" run={closing(() => view.show('help'))}>
              Keyboard shortcuts
            </Entry>
            <a
              class="row-button menu-item"
              href={docsUrl()}
              target="_blank"
              rel="noopener noreferrer"
              referrerpolicy="no-referrer"
              onClick={close}
            >
              <Icon name="book" />
              Documentation
              <span class="visually-hidden">, in a new tab</span>
            </a>
            <Entry icon="leave" run={closing(() => void signOut(inbox, workspace, view))}>
              Sign out
            </Entry>
          </div>
        );
      }}
    </Popup>
  );
};
