import { useLayoutEffect } from 'react';
import { SignOutDialog } from './account/SignOutDialog';
import { CommandMenu } from './commands/CommandMenu';
import { HelpDialog } from './commands/HelpDialog';
import { createShortcuts } from './commands/shortcuts';
import { ViewDialog } from './list/ViewDialogs';
import { useDesk } from './parts/view';

/** The command menu and the help, which open over every page, and the keys that run commands. */
export const Overlays = () => {
  const desk = useDesk();
  useLayoutEffect(() => {
    const shortcuts = createShortcuts(desk);
    document.addEventListener('keydown', shortcuts.press);
    return () => {
      document.removeEventListener('keydown', shortcuts.press);
      shortcuts.dispose();
    };
  }, [desk]);
  const dialog = desk.view.dialog.value;
  if (dialog === 'commands') return <CommandMenu />;
  if (dialog === 'signOut') return <SignOutDialog />;
  if (dialog === 'saveView' || dialog === 'changeView' || dialog === 'removeView')
    return <ViewDialog key={dialog} dialog={dialog} />;
  return dialog === 'help' ? <HelpDialog /> : null;
};
