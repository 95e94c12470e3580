import { type Group, toggle } from './fields';

export const PRIVACY: readonly Group[] = [
  {
    fields: [
      toggle('messenger/privacyNoticeEnabled', 'Show a link to the privacy policy below the text box'),
      {
        path: 'messenger/privacyNoticeUrl',
        label: 'Privacy policy URL',
        hint: 'A full address, such as https://shop.example/privacy',
        kind: 'address',
        most: 2048,
      },
      {
        path: 'messenger/conversationHistory',
        label: 'Remember visitors',
        kind: 'choice',
        options: [
          ['remember', 'Until they clear their browser'],
          ['forget', 'Until they close the tab'],
        ],
      },
      toggle('messenger/showZendeskLogo', 'Show who made the messenger'),
    ],
  },
  {
    title: 'What the desk deletes',
    hint: 'What is deleted cannot be brought back. Files are deleted with their conversation.',
    fields: [
      {
        path: 'retention/days',
        label: 'Delete closed conversations after',
        hint: 'Counted from their last change. Leave it empty to keep them.',
        kind: 'number',
        low: 1,
        high: 3650,
        unit: 'days',
      },
      {
        path: 'retention/silentDays',
        label: 'Delete visitors who never wrote after',
        hint: 'Counted from their last visit.',
        kind: 'number',
        low: 1,
        high: 3650,
        unit: 'days',
      },
      {
        path: 'sessions/days',
        label: 'Treat a browser as a new visitor after',
        hint: 'Counted from their last visit. Visitors with a login are not affected.',
        kind: 'number',
        low: 7,
        high: 3650,
        unit: 'days',
      },
    ],
  },
  {
    title: 'Insights',
    fields: [
      toggle('messenger/analytics', 'Count page views and opened windows'),
      toggle('messenger/errorReports', 'Report what goes wrong in visitors’ messengers'),
    ],
  },
];
