import { obj } from '@porch/messenger/wire/decode';
import { cutText } from '../../../shared/cutText';
import type { Span } from '../../../shared/openingHours';
import type { SettingsChange } from '../../../shared/settingsPaths';
import { channelName } from '../channels';
import { CAMPAIGNS, campaignsOf, titleOf } from './campaigns';
import { labelOf } from './labels';
import { languageName } from './languages';
import { FIELDS, SECTIONS } from './sections';
import { fieldsOf } from './ticketFields';

const LONGEST = 80;

const optionOf = (path: string, value: string): string | undefined => {
  for (const { groups = [] } of SECTIONS) {
    for (const { fields } of groups) {
      for (const field of fields) {
        if (field.path === path && field.kind === 'choice')
          return field.options.find(([v]) => v === value)?.[1];
      }
    }
  }
  return undefined;
};

const isSpan = (value: unknown): value is Span =>
  value !== null && typeof value === 'object' && 'from' in value && 'to' in value;

const fieldNames = (value: unknown): string =>
  fieldsOf(value)
    .map(({ id, title, type }) => `${title || id} (${type})`)
    .join(', ');

const listWords = (path: string, value: readonly unknown[]): string => {
  if (value.length === 0) return path.startsWith('hours/') ? 'closed' : 'none';
  if (path === FIELDS) return fieldNames(value);
  if (path === CAMPAIGNS) return campaignsOf(value).map(titleOf).join(', ');
  if (path === 'messenger/people/team') return value.map((person) => `${obj(person).name}`).join(', ');
  const words = value.map((entry) =>
    isSpan(entry)
      ? `${entry.from} to ${entry.to}`
      : path.startsWith('locales/')
        ? languageName(`${entry}`)
        : (channelName(obj(entry).type) ?? `${entry}`),
  );
  return words.join(', ');
};

/** The path or the address of a picture uploaded for the settings. */
const UPLOADED = /\/uploads\/[\w-]{8,}\/picture\.\w+$/;

export const valueWords = (path: string, value: unknown): string => {
  if (value === undefined || value === null) return 'the default';
  if (value === true) return 'on';
  if (value === false) return 'off';
  if (Array.isArray(value)) return cutText(listWords(path, value), LONGEST * 2);
  const text = String(value);
  if (path === 'locales/fallback') return languageName(text);
  if (UPLOADED.test(text)) return 'an uploaded picture';
  const shown = optionOf(path, text) ?? text;
  return shown.length > LONGEST ? `${cutText(shown, LONGEST)}…` : shown || 'nothing';
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;

/** 'Title: Shop (before: Support)', 'Show faces: on', 'Title: the default again (before: Shop)' */
export const changeWords = ({ path, before, after }: SettingsChange): string => {
  const [from, to] = [valueWords(path, before), valueWords(path, after)];
  const label = labelOf(path);
  // For example an address of a channel, which has no label here.
  if (from === to) return `${label}: changed`;
  if (!isSet(after)) return `${label}: the default again (before: ${from})`;
  return !isSet(before) || typeof after === 'boolean'
    ? `${label}: ${to}`
    : `${label}: ${to} (before: ${from})`;
};
