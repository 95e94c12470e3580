import { useEffect, useMemo } from 'react';
import { failureWords } from '../apiResult';
import type { Inbox } from '../state/inbox';
import { CallPanel } from './CallPanel';
import { Notice } from './Notice';
import { Panes } from './Panes';
import { SignIn } from './SignIn';
import { SettingsPage } from './settings/SettingsPage';
import { refuseDrops } from './useFileDrop';
import { createView, DeskContext } from './view';

/** The whole page, depending on the session's state. */
export const App = ({ inbox }: { inbox: Inbox }) => {
  const session = inbox.session.state.value;
  const workspace = inbox.workspace.value;
  const desk = useMemo(() => workspace && { inbox, workspace, view: createView() }, [inbox, workspace]);
  const title = inbox.title.value;
  useEffect(() => refuseDrops(document), []);
  useEffect(() => {
    document.title = title;
  }, [title]);

  if (desk) {
    return (
      <DeskContext.Provider value={desk}>
        {desk.workspace.settings.shown.value ? <SettingsPage /> : <Panes />}
        <CallPanel />
      </DeskContext.Provider>
    );
  }
  if (session.status === 'unreachable') {
    return (
      <main class="alone">
        <Notice
          icon="alert"
          title="The inbox did not open"
          role="alert"
          alone
          action={{ label: 'Try again', run: () => void inbox.session.retry() }}
        >
          {failureWords[session.failure]}
        </Notice>
      </main>
    );
  }
  if (session.status === 'opening') {
    return (
      <main class="alone">
        <p class="opening secondary" role="status">
          Opening the inbox…
        </p>
      </main>
    );
  }
  return <SignIn session={inbox.session} />;
};
