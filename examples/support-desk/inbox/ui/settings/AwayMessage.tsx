import { useLayoutEffect, useRef, useState } from 'react';
import { awayText, type AwayMessage as Message } from '../../../shared/awayMessage';
import { hoursOf, nextClosed } from '../../model/settings/hours';
import { LOCALES, languageName } from '../../model/settings/languages';
import type { SettingField } from '../../model/settings/sections';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { FieldNotes, notesId } from './FieldNotes';
import { Switch } from './SettingInput';
import { useSetting } from './useSetting';

const BASE = 'hours/message';
const TEXT = `${BASE}/text`;
const textPath = (code: string): string => `${BASE}/texts/${code}`;
/** The longest text. */
const MOST = 1000;
/** The visitor of the example. */
const NAME = 'Vera';

const ENABLED: SettingField & { kind: 'switch' } = {
  path: `${BASE}/enabled`,
  label: 'Send a message to visitors who write outside of the opening hours',
  hint: 'Once in a conversation, unless a program has it or somebody has answered since you closed. It is no answer: the visitor still waits.',
  kind: 'switch',
};

const VARIABLES =
  '{{name}} becomes the visitor’s name, {{opens}} the next opening time in the visitor’s language and time zone.';

/** What a visitor of this language would read, or why nobody gets it. */
const useExample = (text: string, locale: string | undefined): { words: string; isMessage: boolean } => {
  const { inbox, workspace } = useDesk();
  const { settings } = workspace;
  const [now] = useState(() => inbox.clock.now());
  const hours = hoursOf(settings);
  const at = nextClosed(hours, now);
  if (at === undefined) return { words: 'You never close, so nobody gets it.', isMessage: false };
  const fallback = String(settings.valueOf('locales/fallback') ?? 'en-us');
  const message: Message = { enabled: true, text, texts: locale === undefined ? {} : { [locale]: text } };
  const reader = { name: NAME, locale: locale ?? null };
  const words = awayText(message, hours, reader, fallback, at);
  return words === undefined
    ? { words: 'Nobody gets it: it is empty, or no day has times.', isMessage: false }
    : { words, isMessage: true };
};

type TextProps = {
  path: string;
  label: string;
  hint?: string;
  /** Without it, the text is for all other languages. */
  locale?: string;
  onRemove?: () => void;
  /** Whether the agent has just added it. */
  isNew?: boolean;
};

const AwayTextField = ({ path, label, hint, locale, onRemove, isNew }: TextProps) => {
  const { id, settings, fixed, issue, changed } = useSetting(path);
  const given = settings.givenOf(path);
  const usual = String(settings.defaultOf(path) ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isNew) area.current?.focus();
  }, [isNew]);
  const example = useExample(String(given ?? usual), locale);
  return (
    <div class="setting field away-text" data-changed={changed}>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={area}
        rows={3}
        dir="auto"
        maxLength={MOST}
        value={String(given ?? '')}
        placeholder={usual}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onInput={({ currentTarget: { value } }) =>
          settings.set(path, value || (locale === undefined ? undefined : ''))
        }
      />
      {onRemove && (
        <button
          type="button"
          class="icon-button"
          aria-label={`${label}: remove`}
          disabled={fixed}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      )}
      <FieldNotes {...{ id, hint, fixed, issue }}>
        {example.isMessage ? (
          <>
            <p>{NAME} would read:</p>
            <p class="away-example" dir="auto" lang={locale}>
              {example.words}
            </p>
          </>
        ) : (
          <p>{example.words}</p>
        )}
      </FieldNotes>
    </div>
  );
};

/** The message to visitors who write outside of the opening hours, in the team's own words. */
export const AwayMessage = () => {
  const { settings, announcements } = useDesk().workspace;
  const [added, setAdded] = useState<string>();
  const given = LOCALES.filter((code) => settings.givenOf(textPath(code)) !== undefined);
  const isOn = settings.valueOf(ENABLED.path) === true;
  const remove = (code: string): void => {
    settings.set(textPath(code), undefined);
    document.getElementById('away-language')?.focus();
    announcements.say(`away ${code}`, `The text in ${languageName(code)} was removed.`);
  };
  return (
    <fieldset class="setting-group">
      <legend class="setting-legend">Message outside of the opening hours</legend>
      <Switch field={ENABLED} />
      {isOn && settings.valueOf('hours/enabled') !== true && (
        <p role="status" class="setting-notes meta">
          The team has no opening hours yet, so nobody gets it.
        </p>
      )}
      <AwayTextField path={TEXT} label="For all languages without a text" hint={VARIABLES} />
      {given.map((code) => (
        <AwayTextField
          key={code}
          path={textPath(code)}
          label={languageName(code)}
          locale={code}
          isNew={added === code}
          onRemove={() => remove(code)}
        />
      ))}
      <div class="setting field">
        <label for="away-language">Add a text in</label>
        <select
          id="away-language"
          value=""
          onChange={({ currentTarget }) => {
            const code = currentTarget.value;
            if (!code) return;
            setAdded(code);
            settings.set(textPath(code), '');
          }}
        >
          <option value="">a language</option>
          {LOCALES.filter((code) => !given.includes(code)).map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
};
