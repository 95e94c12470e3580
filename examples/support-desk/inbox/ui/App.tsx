import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { failureWords } from '../model/apiResult';
import type { Inbox } from '../state/inbox';
import { isSettings, type Page, personOn } from '../state/pages/pages';
import { SignIn } from './account/SignIn';
import { CallPanel } from './conversation/CallPanel';
import { InsightsPage } from './insights/InsightsPage';
import { AccountPage, LinkPage, PeoplePage, PersonPage, RefusedPage, StartPage } from './lazyPages';
import { Overlays } from './Overlays';
import { Panes } from './Panes';
import { Notice } from './parts/Notice';
import { refuseDrops } from './parts/useFileDrop';
import { createView, DeskContext, type FocusTarget, useDesk } from './parts/view';
import { SettingsPage } from './settings/SettingsPage';

/** The control that opens a page. */
const openerOf = (page: Page): FocusTarget => {
  if (page === 'insights') return 'insightsButton';
  if (page === 'people') return 'peopleButton';
  return isSettings(page) ? 'settingsButton' : 'menu';
};

/** The page of a signed-in agent. Closing it returns the focus to the control that opened it. */
const Shown = () => {
  const { workspace, view } = useDesk();
  const page = workspace.pages.current.value;
  const before = useRef(page);
  useLayoutEffect(() => {
    const left = before.current;
    before.current = page;
    // The action that left the page may want the focus elsewhere.
    const isFree = document.activeElement === document.body && view.wanted.peek() === undefined;
    if (left !== undefined && page === undefined && isFree) view.focus(openerOf(left));
  }, [page, view]);
  if (page === undefined) return <Panes />;
  if (page === 'insights') return <InsightsPage />;
  if (page === 'people') return <PeoplePage />;
  const person = personOn(page);
  if (person !== undefined) return <PersonPage key={person} appUserId={person} />;
  if (page === 'account') return <AccountPage />;
  if (page === 'refused-emails') return <RefusedPage />;
  if (page === 'start') return <StartPage />;
  return <SettingsPage />;
};

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

  const link = inbox.session.link.value;
  if (link !== undefined) {
    const onSetUp = async () => {
      // Signing in may make the workspace once more while the desk answers.
      if (await inbox.workspace.peek()?.firstRun.isFresh()) inbox.workspace.peek()?.pages.show('start');
    };
    return <LinkPage key={link} session={inbox.session} token={link} onSetUp={() => void onSetUp()} />;
  }
  if (desk) {
    return (
      <DeskContext.Provider value={desk}>
        <Shown />
        <CallPanel />
        <Overlays />
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
          action={{ label: 'Try again', run: () => void inbox.session.check() }}
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
