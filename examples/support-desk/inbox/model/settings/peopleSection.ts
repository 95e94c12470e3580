import { type Group, toggle } from './fields';

export const PEOPLE: readonly Group[] = [
  {
    title: 'Who answers',
    fields: [
      toggle(
        'messenger/people/agentNames',
        'Show the name and picture of the agent who answers',
        'If it is off, visitors see only the name and picture of the team, which are under Texts: in earlier messages, emails and calls, too. Agents still see who wrote.',
      ),
      toggle(
        'messenger/people/faces',
        'Show faces',
        'Beside each group of your messages, and before the first one: a picture, or initials on a color of their own.',
      ),
      toggle(
        'messenger/people/presence',
        'Show who is there and how soon you usually reply',
        'From open inboxes and from the first answers of the last four weeks, and nothing outside of the opening hours. The preview shows it once it is saved.',
      ),
      {
        path: 'messenger/people/team',
        label: 'Team',
        hint: 'Up to four people whose faces new visitors see. Who has no picture has initials.',
        kind: 'team',
        most: 4,
      },
    ],
  },
  {
    title: 'Before the first message',
    fields: [
      {
        path: 'messenger/people/greeting',
        label: 'Greeting',
        hint: 'Shown as your first message. Leave it empty for none.',
        placeholder: 'Hello! What can we do for you?',
        kind: 'text',
        most: 1000,
        mayBeNone: true,
      },
      {
        path: 'messenger/people/starters',
        label: 'Suggested replies',
        hint: 'Up to five, one a line. Pressing one sends it as the visitor’s message.',
        kind: 'lines',
        most: 5,
      },
    ],
  },
];
