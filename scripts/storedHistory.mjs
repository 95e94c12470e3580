/** What analytics and campaigns store in a visitor's browser, with the consent level `all`. */

/** @type {readonly import('./storedKeys.mjs').Stored[]} */
export const HISTORY = [
  {
    key: 'ZD-analytics.buid',
    where: 'visitor',
    why: 'An id of this browser, to count visitors. Only where the configuration says `analytics`, as with the next three.',
    until: 'consent is taken back, or the browser’s data is cleared',
    level: 'all',
    file: 'features/analytics/keep.ts',
    name: 'buid',
  },
  {
    key: 'ZD-analytics.suid',
    where: 'visitor',
    why: 'An id of this visit, to count visits.',
    until: '15 minutes without an event, or 30 s after the last tab was closed; then a new one replaces it',
    level: 'all',
    file: 'features/analytics/keep.ts',
    name: 'suid',
  },
  {
    key: 'ZD-analytics.page',
    where: 'visitor',
    why: 'The previous page and its time, to measure how long it was open.',
    until: 'consent is taken back, or the browser’s data is cleared',
    level: 'all',
    file: 'features/analytics/keep.ts',
    name: 'page',
  },
  {
    key: 'ZD-analytics.settings',
    where: 'visitor',
    why: 'When and which of the page’s settings were last reported, to report them once a day.',
    until: 'consent is taken back, or the browser’s data is cleared',
    level: 'all',
    file: 'features/analytics/keep.ts',
    name: 'settings',
  },
  {
    key: 'ZD-campaigns',
    where: 'visitor',
    why: 'Which campaigns’ messages were seen and dismissed, and when, so that none is shown again. Only where the configuration has `campaigns`, as with the next one.',
    until: 'consent is taken back, or the browser’s data is cleared',
    level: 'all',
    file: 'features/campaigns/records.ts',
    name: 'ZD-campaigns',
  },
  {
    key: 'ZD-campaigns.visits',
    where: 'visitor',
    why: 'How often the visitor has been here, and when last. Only where a campaign is for returning visitors.',
    until: 'consent is taken back, or the browser’s data is cleared',
    level: 'all',
    file: 'features/campaigns/records.ts',
    name: 'ZD-campaigns.visits',
  },
];
