import { useLayoutEffect } from 'react';
import { CommandMenu } from './commands/CommandMenu';
import { HelpDialog } from './HelpDialog';
import { SignOutDialog } from './SignOutDialog';
import { handleShortcut } from './shortcuts';
import { useDesk } from './view';

/** The command menu and the help, which open over every page, and the keys that run commands. */
export const Overlays = () => {
  const desk = useDesk();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => handleShortcut(event, desk);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [desk]);
  const dialog = desk.view.dialog.value;
  if (dialog === 'commands') return <CommandMenu />;
  if (dialog === 'signOut') return <SignOutDialog />;
  return dialog === 'help' ? <HelpDialog /> : null;
};
