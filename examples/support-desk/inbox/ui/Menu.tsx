import { useRef, useState } from 'react';
import { AttentionSwitches } from './AttentionSwitches';
import { AwaySwitch } from './AwaySwitch';
import { docsUrl } from './docs';
import { Icon } from './Icon';
import { KeyCaps } from './KeyCaps';
import { SHORTCUTS } from './keys';
import { UndoSwitch } from './UndoSwitch';
import { useFocusTarget } from './useFocusTarget';
import { useLeave } from './useLeave';
import { useDesk } from './view';

/** The menu with the agent's name and account, switches, help, the documentation and sign-out. */
export const Menu = () => {
  const { inbox, workspace, view } = useDesk();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useFocusTarget('menu', toggle);

  useLeave(root, open, () => setOpen(false));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside bubble Escape to here
    <div
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.preventDefault();
        setOpen(false);
        toggle.current?.focus();
      }}
    >
      <button
        ref={toggle}
        type="button"
        class="icon-button"
        aria-label="Menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="person" />
      </button>
      {open && (
        <div class="menu-panel">
          <p class="menu-name">
            Signed in as <strong>{workspace.agentName}</strong>
          </p>
          <button
            type="button"
            class="row-button menu-item"
            onClick={() => {
              setOpen(false);
              toggle.current?.focus();
              view.show('commands');
            }}
          >
            <Icon name="search" />
            {SHORTCUTS.commands.does}
            <KeyCaps of={SHORTCUTS.commands.keys} />
          </button>
          <AwaySwitch />
          <AttentionSwitches />
          <UndoSwitch />
          <button type="button" class="row-button menu-item" onClick={() => workspace.pages.show('account')}>
            <Icon name="person" />
            My account
          </button>
          <button
            type="button"
            class="row-button menu-item"
            onClick={() => {
              setOpen(false);
              workspace.listing.setView('blocked');
              toggle.current?.focus();
            }}
          >
            <Icon name="blocked" />
            Blocked visitors
          </button>
          <button
            type="button"
            class="row-button menu-item"
            onClick={() => {
              setOpen(false);
              toggle.current?.focus();
              view.show('help');
            }}
          >
            <Icon name="keyboard" />
            Keyboard shortcuts
          </button>
          <a
            class="row-button menu-item"
            href={docsUrl()}
            target="_blank"
            rel="noopener noreferrer"
            referrerpolicy="no-referrer"
            onClick={() => setOpen(false)}
          >
            <Icon name="book" />
            Documentation
            <span class="visually-hidden">, in a new tab</span>
          </a>
          <button
            type="button"
            class="row-button menu-item"
            onClick={() => {
              workspace.sendWaiting();
              void inbox.session.signOut();
            }}
          >
            <Icon name="leave" />
            Sign out
          </button>
        </div>
      )}
    </div>
  );
};
