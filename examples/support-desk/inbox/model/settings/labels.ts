import { DAYS } from '../../../shared/openingHours';
import { COLOR_FIELDS } from './colorFields';
import { DAY_NAMES, dayPath } from './hours';
import { languageName } from './languages';
import { FIELDS, SECTIONS } from './sections';

const COLORS: readonly { path: string; label: string }[] = COLOR_FIELDS.map(({ path, label }) => ({
  path,
  label,
}));

const OTHERS: readonly { path: string; label: string }[] = [
  { path: FIELDS, label: 'Ticket fields' },
  { path: 'messenger/theme/scheme', label: 'Scheme' },
  { path: 'messenger/campaigns', label: 'Campaigns' },
  { path: 'messenger/people/team', label: 'Faces of the team' },
  { path: 'channels', label: 'Channels' },
  { path: 'hours/enabled', label: 'Opening hours' },
  { path: 'hours/timeZone', label: 'Time zone' },
  { path: 'hours/awayText', label: 'Text outside of the opening hours' },
  { path: 'hours/message/enabled', label: 'Message outside of the opening hours' },
  { path: 'hours/message/text', label: 'Text of the message outside of the opening hours' },
  ...DAYS.map((day) => ({ path: dayPath(day), label: DAY_NAMES[day] })),
  { path: 'locales/offered', label: 'Offered languages' },
  { path: 'locales/fallback', label: 'Language for everybody else' },
];

const LABELS = new Map(
  [
    ...SECTIONS.flatMap(({ groups = [] }) => groups.flatMap(({ fields }) => fields)),
    ...COLORS,
    ...OTHERS,
  ].map(({ path, label }) => [path, label]),
);
// Two fields with the same name need their group in the history.
for (const where of ['web', 'mobile'] as const) {
  for (const way of ['horizontal', 'vertical'] as const) {
    const side = way === 'horizontal' ? 'from the side' : 'from the bottom';
    const on = where === 'web' ? 'computers' : 'phones';
    LABELS.set(`messenger/positionOffset/${where}/${way}`, `Distance ${side} on ${on}`);
  }
}
LABELS.set('messenger/people/greeting', 'Greeting in the conversation');
LABELS.set('agent/name', 'Name of the team');
LABELS.set('agent/avatarUrl', 'Picture of the team');

/** The texts of languages, which are settings by their locale. */
const AWAY_TEXTS = 'hours/message/texts/';

/** The name of a setting, or of the nearest one that contains it; otherwise its path in settings.json. */
export const labelOf = (path: string): string => {
  const parts = path.split('/');
  if (path.startsWith(AWAY_TEXTS))
    return `${LABELS.get('hours/message/text')} in ${languageName(path.slice(AWAY_TEXTS.length))}`;
  for (let length = parts.length; length > 0; length--) {
    const label = LABELS.get(parts.slice(0, length).join('/'));
    if (label !== undefined) return label;
  }
  return parts.join('.');
};
