import { type Group, type SettingField, toggle } from './fields';

const seconds = (path: string, label: string, usual: number): SettingField => ({
  path,
  label,
  hint: `Default: ${usual} seconds.`,
  kind: 'number',
  low: 1,
  high: 86_400,
  unit: 's',
});

export const ATTENTION: readonly Group[] = [
  {
    title: 'While the visitor is on the page',
    fields: [
      toggle('features/soundNotificationEnabled', 'A sound for new messages', 'Visitors can switch it off.'),
      toggle(
        'features/desktopNotificationsEnabled',
        'Visitors can ask for desktop notifications',
        'They do it in the menu of the window. Porch never asks by itself.',
      ),
      toggle(
        'features/faviconBadgeEnabled',
        'Favicon badge',
        'A page with a content security policy must allow data: for pictures.',
      ),
    ],
  },
  {
    title: 'Email visitors who left',
    hint: 'The mail server is set in settings.json, as email.smtpUrl. Without it, nothing is sent and nobody is asked. Replies are read if IMAP_URL is set.',
    fields: [
      toggle(
        'email/enabled',
        'Send unread answers by email',
        'Visitors who wait are asked for their address in the conversation.',
      ),
      {
        path: 'email/from',
        label: 'Sender',
        hint: 'A name and an address, or only an address.',
        placeholder: 'The shop <help@shop.example>',
        kind: 'text',
        most: 200,
      },
      {
        path: 'email/page',
        label: 'Page that the link opens',
        hint: 'A page with the messenger, such as https://shop.example/help',
        kind: 'address',
        most: 2048,
      },
      seconds('email/offerAfter', 'Ask for the address after', 120),
      seconds('email/sendAfter', 'Send what is unread after', 300),
      {
        path: 'email/team',
        label: 'Tell the team at',
        hint: 'Gets an email when a visitor waits too long for an answer. So do agents who want that.',
        placeholder: 'team@shop.example',
        kind: 'text',
        most: 200,
      },
      {
        path: 'email/unansweredAfter',
        label: 'Tell the team after',
        hint: 'Empty: never.',
        kind: 'number',
        low: 60,
        high: 604_800,
        unit: 'seconds',
      },
      {
        path: 'email/linkDays',
        label: 'The link opens the conversation for',
        hint: 'Default: 7 days.',
        kind: 'number',
        low: 1,
        high: 30,
        unit: 'days',
      },
    ],
  },
];
