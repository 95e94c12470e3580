import { type Group, words } from './fields';

export const TEXTS: readonly Group[] = [
  {
    title: 'Header of the window',
    fields: [
      { path: 'messenger/title', label: 'Title', kind: 'text', most: 100 },
      { path: 'messenger/description', label: 'Description', kind: 'text', most: 300 },
      { path: 'messenger/avatarUrl', label: 'Logo', kind: 'picture', most: 2048 },
    ],
  },
  {
    title: 'The team',
    hint: 'Visitors see it where nobody is named: in messages of programs, and in all if the agents’ names are not shown.',
    fields: [
      { path: 'agent/name', label: 'Name', kind: 'text', most: 100 },
      { path: 'agent/avatarUrl', label: 'Picture', kind: 'picture', most: 2048 },
    ],
  },
  {
    title: 'Words of the window',
    hint: 'What you write here replaces the words in every language. Leave it empty to keep the translations.',
    fields: [
      words('log_empty_title', 'Greeting', 'How can we help?'),
      words(
        'log_empty_hint',
        'Below the greeting',
        'Send us a message. You’ll find our reply here, even if you leave this page.',
      ),
      words('composer_label', 'In the text box', 'Type a message'),
      words('launcher_open', 'Name of the launcher, for screen readers', 'Open messaging window'),
    ],
  },
];
