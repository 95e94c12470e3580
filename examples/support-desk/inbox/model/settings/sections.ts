import { ASSIGNMENT } from './assignmentSection';
import { ATTENTION } from './attentionSection';
import { FEATURES } from './featuresSection';
import type { Group } from './fields';
import { IDENTITY } from './identitySection';
import { LAUNCHER } from './launcherSection';
import { PEOPLE } from './peopleSection';
import { PRIVACY } from './privacySection';
import { TEXTS } from './textsSection';
import { VOICE } from './voiceFields';

export type { Group, SettingField } from './fields';

/** The subjects by which the navigation groups sections. */
type Area = 'Look' | 'Conversations' | 'Ways to reach visitors' | 'Safety' | 'Team';

/**
 * A section with its own form has no groups. Sections of the team are for admins, and are not part of what is saved.
 * The preview does not show the settings of a `plain` one.
 */
export type Section = {
  id: SectionId;
  title: string;
  area: Area;
  groups?: readonly Group[];
  ofTeam?: true;
  /** Saved apart from the settings, by every agent. */
  apart?: true;
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
  | 'replies'
  | 'campaigns'
  | 'attention'
  | 'voice'
  | 'identity'
  | 'channels'
  | 'hours'
  | 'languages'
  | 'history'
  | 'assignment'
  | 'team'
  | 'keys'
  | 'integrations'
  | 'audit';

/** The path of the ticket fields, which are one list. */
export const FIELDS = 'customTicketFields';

export const SECTIONS: readonly Section[] = [
  { id: 'launcher', title: 'Launcher and window', area: 'Look', groups: LAUNCHER },
  { id: 'colors', title: 'Colors', area: 'Look' },
  { id: 'texts', title: 'Texts', area: 'Look', groups: TEXTS },
  { id: 'people', title: 'People and greeting', area: 'Look', groups: PEOPLE },
  { id: 'languages', title: 'Languages', area: 'Look' },
  { id: 'features', title: 'Features', area: 'Conversations', groups: FEATURES },
  { id: 'hours', title: 'Opening hours', area: 'Conversations' },
  { id: 'replies', title: 'Saved replies', area: 'Conversations', apart: true },
  { id: 'fields', title: 'Ticket fields', area: 'Conversations', plain: true },
  { id: 'campaigns', title: 'Campaigns', area: 'Ways to reach visitors' },
  { id: 'attention', title: 'Sound and email', area: 'Ways to reach visitors', groups: ATTENTION },
  { id: 'voice', title: 'Voice calls', area: 'Ways to reach visitors', groups: VOICE },
  { id: 'channels', title: 'Channels', area: 'Ways to reach visitors' },
  { id: 'privacy', title: 'Privacy', area: 'Safety', groups: PRIVACY },
  { id: 'identity', title: 'Signing in', area: 'Safety', plain: true, groups: IDENTITY },
  { id: 'history', title: 'History', area: 'Safety', plain: true },
  { id: 'assignment', title: 'Assignment', area: 'Team', plain: true, groups: ASSIGNMENT },
  { id: 'team', title: 'Team', area: 'Team', ofTeam: true },
  { id: 'keys', title: 'API keys', area: 'Team', ofTeam: true },
  { id: 'integrations', title: 'Bots and webhooks', area: 'Team', ofTeam: true },
  { id: 'audit', title: 'Audit log', area: 'Team', ofTeam: true },
];

/** The sections that an agent sees: those of the team are for admins. */
export const sectionsFor = (isAdmin: boolean): readonly Section[] =>
  isAdmin ? SECTIONS : SECTIONS.filter(({ ofTeam }) => !ofTeam);

/** The section with this setting, if any. */
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
