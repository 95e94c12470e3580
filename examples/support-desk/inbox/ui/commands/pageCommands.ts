import { sectionsFor } from '../../model/settings/sections';
import type { Page } from '../../state/pages/pages';
import { signOut } from '../account/SignOutDialog';
import { saveInsights } from '../insights/saveInsights';
import { openDocs } from '../parts/docs';
import type { Command, Owner } from './command';
import { withShortcut } from './command';

/** Pages, help and signing out. */
export const pageCommands: Owner = ({ inbox, workspace, view }, typed) => {
  const { pages, self } = workspace;
  const page = (name: Page, label: string, group: Command['group'], also?: string): Command => ({
    id: `page ${name}`,
    group,
    label,
    also,
    run: () => pages.show(name),
  });
  const sections = typed
    ? sectionsFor(self.isAdmin.value).map(({ id, title }) =>
        page(`settings-${id}`, `Settings: ${title}`, 'Settings'),
      )
    : [page('settings-launcher', 'Settings', 'Go to')];
  const back: Command = {
    id: 'inbox',
    group: 'Go to',
    label: 'Back to the inbox',
    run: () => pages.show(undefined),
  };
  return [
    ...(pages.current.value === undefined ? [] : [back]),
    page('people', 'People', 'Go to', 'visitors customers contacts users'),
    page('insights', 'Insights', 'Go to', 'figures charts statistics'),
    {
      id: 'insightsCsv',
      group: 'You',
      label: 'Download the insights as CSV',
      also: 'figures export table',
      run: () => void saveInsights({ inbox, workspace }, 'days'),
    },
    page('refused-emails', 'Emails not taken', 'Go to', 'mail refused spam accept'),
    ...sections,
    ...(self.isAdmin.value
      ? [page('start', 'Get started', 'Go to', 'first run tag script install snippet invite')]
      : []),
    page('account', 'My account', 'You', 'name password picture alerts profile'),
    withShortcut('help', 'You', () => view.show('help')),
    { id: 'docs', group: 'You', label: 'Documentation', also: 'help', run: openDocs },
    {
      id: 'signOut',
      group: 'You',
      label: 'Sign out',
      also: 'log out leave',
      run: () => {
        // Settings with unsaved changes ask first.
        pages.show(undefined);
        if (pages.asking.peek()) return;
        void signOut(inbox, workspace, view);
      },
    },
  ];
};
