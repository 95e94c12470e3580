import { DAYS, type Day, type Span } from '../../../shared/openingHours';
import { sameSetting } from '../../../shared/settingsPaths';
import { DAY_NAMES, dayPath, daysOf, MOST_SPANS, nextSpan, TIME_ZONE } from '../../model/settings/hours';
import { ownTimeZone, timeZones } from '../../model/settings/languages';
import type { SettingField } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { AwayMessage } from './AwayMessage';
import { FieldNotes, notesId } from './FieldNotes';
import { SettingInput, Switch } from './SettingInput';
import { SettingSelect } from './SettingSelect';
import { useSetting } from './useSetting';

const ENABLED: SettingField & { kind: 'switch' } = {
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

/** Sets the times of some days. Those of the others become settings, too, because one day's times end their defaults. */
const usePutDays = () => {
  const { settings } = useDesk().workspace;
  return (next: Partial<Record<Day, Span[]>>): void => {
    const before = daysOf(settings);
    for (const day of DAYS) {
      const spans = next[day] ?? (settings.givenOf(dayPath(day)) === undefined ? before[day] : undefined);
      if (spans && (next[day] || spans.length > 0) && !settings.isFixed(dayPath(day)))
        settings.set(dayPath(day), spans);
    }
  };
};

const DayTimes = ({ day, days }: { day: Day; days: Record<Day, Span[]> }) => {
  const { id, fixed, issue, changed } = useSetting(dayPath(day));
  const { announcements } = useDesk().workspace;
  const putDays = usePutDays();
  const spans = days[day];
  const name = DAY_NAMES[day];
  const put = (next: Span[]) => putDays({ [day]: next });
  const replace = (at: number, change: Partial<Span>) =>
    put(spans.map((span, i) => (i === at ? { ...span, ...change } : span)));
  const copy = (): void => {
    putDays(Object.fromEntries(DAYS.map((other) => [other, spans])));
    announcements.say(`copied ${day}`, `Every day has the times of ${name}.`);
  };
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
          disabled={fixed || spans.length >= MOST_SPANS}
          onClick={() => put([...spans, nextSpan(spans)])}
        >
          Add times
        </button>
        {spans.length > 0 && (
          <button
            type="button"
            class="button quiet day-copy"
            aria-label={`${name}: copy to all days`}
            disabled={fixed || DAYS.every((other) => sameSetting(days[other], spans))}
            onClick={copy}
          >
            Copy to all days
          </button>
        )}
      </div>
      <FieldNotes {...{ id, fixed, issue }} />
    </fieldset>
  );
};

const wordsOf = (zone: string): string => zone.replaceAll('_', ' ');

const TimeZone = () => {
  const { settings } = useDesk().workspace;
  const value = String(settings.valueOf(TIME_ZONE) ?? 'UTC');
  const zones = timeZones();
  const own = ownTimeZone();
  return (
    <SettingSelect
      path={TIME_ZONE}
      label="Time zone"
      value={value}
      options={(zones.includes(value) ? zones : [value, ...zones]).map((zone) => [zone, wordsOf(zone)])}
    >
      {own !== value && <p>Your computer’s time zone is {wordsOf(own)}.</p>}
    </SettingSelect>
  );
};

/** When the team answers. */
export const Hours = () => {
  const { settings } = useDesk().workspace;
  const days = daysOf(settings);
  const isNeverOpen = DAYS.every((day) => days[day].length === 0);
  const begin = (on: boolean): void => {
    if (on && settings.givenOf(TIME_ZONE) === undefined) settings.choose(TIME_ZONE, ownTimeZone());
  };
  return (
    <>
      <div class="setting-group">
        <Switch field={ENABLED} onSwitch={begin} />
        <TimeZone />
      </div>
      <div class="setting-group days">
        {DAYS.map((day) => (
          <DayTimes key={day} day={day} days={days} />
        ))}
        <p role="status" class="setting-notes meta">
          {isNeverOpen && settings.valueOf('hours/enabled') === true
            ? 'No day has times: visitors always read that you are away.'
            : ''}
        </p>
      </div>
      <div class="setting-group">
        <SettingInput field={AWAY} />
      </div>
      <AwayMessage />
    </>
  );
};
