import { DAYS, type Day, type Span } from '../../../shared/openingHours';
import { timeZones } from '../../model/settings/languages';
import type { SettingField } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { FieldNotes, notesId } from './FieldNotes';
import { SettingInput } from './SettingInput';
import { SettingSelect } from './SettingSelect';
import { useSetting } from './useSetting';

const ENABLED: SettingField = {
  path: 'hours/enabled',
  label: 'The team has opening hours',
  hint: 'Outside these hours, the window says so. Visitors can still write.',
  kind: 'switch',
};
const AWAY: SettingField = {
  path: 'hours/awayText',
  label: 'Text outside of the opening hours',
  hint: 'It takes the place of the description in the header, which shows about 25 letters of it.',
  kind: 'text',
  most: 300,
};

const NAMES: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
const MOST = 4;

const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? (value as Span[]) : []);

const toMinutes = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const toTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The times of one more span of a day: office hours, or two hours that begin an hour after the last span. */
const nextSpan = (spans: readonly Span[]): Span => {
  const last = spans.at(-1);
  if (!last) return { from: '09:00', to: '17:00' };
  const from = Math.min(toMinutes(last.to) + 60, 23 * 60);
  return { from: toTime(from), to: toTime(Math.min(from + 120, 24 * 60)) };
};

type TimeProps = { label: string; value: string; fixed: boolean; onChange(value: string): void };

const Time = ({ label, value, fixed, onChange }: TimeProps) => (
  <input
    type="time"
    aria-label={label}
    // The end of a day is 24:00, which a time field shows as 00:00.
    value={value === '24:00' ? '00:00' : value}
    disabled={fixed}
    required
    onInput={(event) => event.currentTarget.value && onChange(event.currentTarget.value)}
  />
);

const DayTimes = ({ day }: { day: Day }) => {
  const path = `hours/days/${day}`;
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const spans = spansOf(settings.valueOf(path));
  const name = NAMES[day];
  const put = (next: Span[]) => settings.choose(path, next);
  const replace = (at: number, change: Partial<Span>) =>
    put(spans.map((span, i) => (i === at ? { ...span, ...change } : span)));
  return (
    <fieldset class="setting day" data-changed={changed} aria-describedby={notesId(id)}>
      <legend class="setting-legend">{name}</legend>
      <div class="day-spans">
        {spans.length === 0 && <span class="secondary">Closed</span>}
        {spans.map((span, at) => {
          const which = spans.length > 1 ? `${name}, times ${at + 1}` : name;
          return (
            <div class="day-span" key={at}>
              <Time
                label={`${which}: from`}
                value={span.from}
                fixed={fixed}
                onChange={(from) => replace(at, { from })}
              />
              <span aria-hidden="true">–</span>
              <Time
                label={`${which}: to`}
                value={span.to}
                fixed={fixed}
                onChange={(to) => replace(at, { to: to === '00:00' ? '24:00' : to })}
              />
              <button
                type="button"
                class="icon-button"
                aria-label={`${which}: remove`}
                disabled={fixed}
                onClick={() => put(spans.filter((_, i) => i !== at))}
              >
                <Icon name="close" />
              </button>
            </div>
          );
        })}
        <button
          type="button"
          class="button quiet"
          aria-label={`${name}: add times`}
          disabled={fixed || spans.length >= MOST}
          onClick={() => put([...spans, nextSpan(spans)])}
        >
          Add times
        </button>
      </div>
      <FieldNotes {...{ id, fixed, issue }} />
    </fieldset>
  );
};

const TIME_ZONE = 'hours/timeZone';

const TimeZone = () => {
  const { settings } = useDesk().workspace;
  const value = String(settings.valueOf(TIME_ZONE) ?? 'UTC');
  const zones = timeZones();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wordsOf = (zone: string) => zone.replaceAll('_', ' ');
  return (
    <SettingSelect
      path={TIME_ZONE}
      label="Time zone"
      value={value}
      options={(zones.includes(value) ? zones : [value, ...zones]).map((zone) => [zone, wordsOf(zone)])}
    >
      {own && own !== value && <p>Your computer’s time zone is {wordsOf(own)}.</p>}
    </SettingSelect>
  );
};

/** When the team answers. */
export const Hours = () => (
  <>
    <div class="setting-group">
      <SettingInput field={ENABLED} />
      <TimeZone />
    </div>
    <div class="setting-group days">
      {DAYS.map((day) => (
        <DayTimes key={day} day={day} />
      ))}
    </div>
    <div class="setting-group">
      <SettingInput field={AWAY} />
    </div>
  </>
);
