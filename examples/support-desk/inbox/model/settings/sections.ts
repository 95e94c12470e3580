import { ATTENTION } from './attentionSection';
import { type Group, offset, toggle, words } from './fields';
import { IDENTITY } from './identitySection';
import { PEOPLE } from './peopleSection';
import { PRIVACY } from './privacySection';
import { VOICE } from './voiceFields';

export type { Group, SettingField } from './fields';

/** What sections are about, as the navigation groups them. */
export type Area = 'Look' | 'Conversations' | 'Ways to reach visitors' | 'Safety' | 'Team';

/**
 * Sections with a form of their own have no groups. Those of the team are for admins and are no part of what is saved. What
 * is set in a `plain` one cannot be seen in the preview.
 */
export type Section = {
  id: SectionId;
  title: string;
  area: Area;
  groups?: readonly Group[];
  ofTeam?: true;
  plain?: true;
};

export type SectionId =
  | 'launcher'
  | 'colors'
  | 'texts'
  | 'people'
  | 'privacy'
  | 'features'
  | 'fields'
  | 'campaigns'
  | 'attention'
  | 'voice'
  | 'identity'
  | 'channels'
  | 'hours'
  | 'languages'
  | 'history'
  | 'team'
  | 'keys'
  | 'integrations'
  | 'audit';

/** The path of the ticket fields, which are one list. */
export const FIELDS = 'customTicketFields';

const LAUNCHER: readonly Group[] = [
  {
    fields: [
      {
        path: 'messenger/launcher/shape',
        label: 'Shape',
        kind: 'choice',
        options: [
          ['circle', 'Circle'],
          ['square', 'Square'],
          ['none', 'No launcher: the page opens the window itself'],
        ],
      },
      {
        path: 'messenger/position',
        label: 'Position',
        kind: 'choice',
        options: [
          ['right', 'Bottom right'],
          ['left', 'Bottom left'],
        ],
      },
      {
        path: 'messenger/launcher/text',
        label: 'Label beside the launcher',
        hint: 'Visitors can hide it. Leave it empty for none.',
        kind: 'text',
        most: 60,
      },
      toggle('messenger/launcher/showTextInMobile', 'Show the label on phones too'),
    ],
  },
  { title: 'Distance on computers', fields: [offset('web', 'horizontal'), offset('web', 'vertical')] },
  { title: 'Distance on phones', fields: [offset('mobile', 'horizontal'), offset('mobile', 'vertical')] },
  {
    title: 'Window',
    fields: [
      {
        path: 'messenger/borderRadius',
        label: 'Corner radius',
        kind: 'number',
        low: 0,
        high: 20,
        unit: 'px',
      },
      {
        path: 'messenger/theme/fontSize',
        label: 'Size of the text',
        hint: 'Default: 16 px.',
        kind: 'number',
        low: 12,
        high: 24,
        unit: 'px',
      },
    ],
  },
];

const TEXTS: readonly Group[] = [
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

const FEATURES: readonly Group[] = [
  {
    title: 'Conversations',
    fields: [
      toggle('messenger/attachmentsEnabled', 'Visitors may send files'),
      toggle('app/endSessionEnabled', 'Visitors may end their conversations'),
      toggle('rating/enabled', 'Visitors may rate a conversation after its end'),
      toggle('app/multiConvoEnabled', 'Visitors may have several conversations'),
      toggle('messenger/canUserSeeConversationList', 'Visitors see the list of their conversations'),
      toggle('app/canUserCreateMoreConversations', 'Visitors may start further conversations'),
      toggle('messenger/proactiveMessagingEnabled', 'Campaigns write to visitors first'),
      toggle('app/echoPostback', 'A pressed button appears as a message of the visitor'),
    ],
  },
  {
    title: 'Waiting',
    fields: [
      toggle('messenger/waitTimeEnabled', 'Show how long the wait is'),
      toggle('messenger/queuePositionEnabled', 'Show the place in the queue'),
      toggle('messenger/onlyDecreasingQueue', 'Never show a place further back than before'),
      {
        path: 'messenger/queuePollingInterval',
        label: 'Ask for the place again after',
        hint: 'Default: 60 seconds.',
        kind: 'number',
        low: 1,
        high: 3600,
        unit: 's',
      },
    ],
  },
  {
    title: 'Loading',
    fields: [
      toggle(
        'features/fastLoad',
        'Load the messenger together with the launcher',
        'The window opens faster, and every page view loads more.',
      ),
    ],
  },
  {
    title: 'JavaScript API calls',
    hint: 'A call that is off has no effect. The console of a page that makes it says so.',
    fields: [
      toggle('features/conversationFields', 'Set ticket fields'),
      toggle('features/conversationTags', 'Set tags'),
      toggle('features/metadata', 'Set other data of conversations and visitors'),
      toggle('features/updateUser', 'Update the visitor'),
      toggle('features/multiConversation', 'List, create and open conversations'),
      toggle('features/typingIndicator', 'Name who is typing'),
      toggle('features/emojiPicker', 'Hide the emoji picker'),
      toggle('features/multipleAttachments', 'Allow one file at a time'),
      toggle('features/proactiveForce', 'Show a campaign whatever its rules'),
    ],
  },
];

export const SECTIONS: readonly Section[] = [
  { id: 'launcher', title: 'Launcher and window', area: 'Look', groups: LAUNCHER },
  { id: 'colors', title: 'Colors', area: 'Look' },
  { id: 'texts', title: 'Texts', area: 'Look', groups: TEXTS },
  { id: 'people', title: 'People and greeting', area: 'Look', groups: PEOPLE },
  { id: 'languages', title: 'Languages', area: 'Look' },
  { id: 'features', title: 'Features', area: 'Conversations', groups: FEATURES },
  { id: 'hours', title: 'Opening hours', area: 'Conversations' },
  { id: 'fields', title: 'Ticket fields', area: 'Conversations', plain: true },
  { id: 'campaigns', title: 'Campaigns', area: 'Ways to reach visitors' },
  { id: 'attention', title: 'Sound and email', area: 'Ways to reach visitors', groups: ATTENTION },
  { id: 'voice', title: 'Voice calls', area: 'Ways to reach visitors', groups: VOICE },
  { id: 'channels', title: 'Channels', area: 'Ways to reach visitors' },
  { id: 'privacy', title: 'Privacy', area: 'Safety', groups: PRIVACY },
  { id: 'identity', title: 'Signing in', area: 'Safety', plain: true, groups: IDENTITY },
  { id: 'history', title: 'History', area: 'Safety', plain: true },
  { id: 'team', title: 'Team', area: 'Team', ofTeam: true },
  { id: 'keys', title: 'API keys', area: 'Team', ofTeam: true },
  { id: 'integrations', title: 'Bots and webhooks', area: 'Team', ofTeam: true },
  { id: 'audit', title: 'Audit log', area: 'Team', ofTeam: true },
];

/** The sections that an agent sees: those of the team are for admins. */
export const sectionsFor = (isAdmin: boolean): readonly Section[] =>
  isAdmin ? SECTIONS : SECTIONS.filter(({ ofTeam }) => !ofTeam);

/** The section that has this setting, if one has. */
export const sectionOf = (path: string): SectionId | undefined => {
  if (path.startsWith('messenger/color/') || path.startsWith('messenger/theme/')) {
    return path.endsWith('/fontSize') ? 'launcher' : 'colors';
  }
  if (path.startsWith('messenger/campaigns')) return 'campaigns';
  if (/^channels\b/.test(path)) return 'channels';
  if (path.startsWith('hours/')) return 'hours';
  if (path.split('/')[0] === FIELDS) return 'fields';
  if (path.startsWith('locales/')) return 'languages';
  return SECTIONS.find(({ groups }) =>
    groups?.some(({ fields }) =>
      fields.some((field) => field.path === path || path.startsWith(`${field.path}/`)),
    ),
  )?.id;
};
