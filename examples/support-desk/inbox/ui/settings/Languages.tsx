import { LOCALES, languageName } from '../../model/settings/languages';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

const OFFERED = 'locales/offered';
const FALLBACK = 'locales/fallback';

const Fallback = ({ offered }: { offered: readonly string[] }) => {
  const { id, settings, fixed, issue, changed } = useSetting(FALLBACK);
  const value = String(settings.valueOf(FALLBACK) ?? 'en-us');
  const codes = offered.includes(value) ? offered : [value, ...offered];
  return (
    <div class="setting field" data-changed={changed}>
      <label for={id}>For visitors with another language</label>
      <select
        id={id}
        value={value}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onChange={(event) => settings.choose(FALLBACK, event.currentTarget.value)}
      >
        {codes.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
      <FieldNotes {...{ id, fixed, issue }} />
    </div>
  );
};

/** Which languages visitors get. */
export const Languages = () => {
  const { id, settings, fixed, issue, changed } = useSetting(OFFERED);
  const given = settings.valueOf(OFFERED);
  const offered = Array.isArray(given) ? (given as string[]) : undefined;
  const fallback = String(settings.valueOf(FALLBACK) ?? 'en-us');
  const choose = (code: string, on: boolean): void =>
    settings.set(
      OFFERED,
      LOCALES.filter((known) => (known === code ? on : offered?.includes(known))),
    );
  return (
    <>
      <p class="secondary">
        Visitors get the first of their browser’s languages that you offer. A page can still set another.
      </p>
      <div class="setting-group">
        <div class="setting" data-changed={changed}>
          <label class="setting-switch">
            <input
              type="checkbox"
              checked={offered === undefined}
              disabled={fixed}
              aria-describedby={notesId(id)}
              onChange={(event) =>
                settings.set(OFFERED, event.currentTarget.checked ? undefined : [fallback])
              }
            />
            All languages
          </label>
          <FieldNotes {...{ id, fixed, issue }} />
        </div>
        {offered && (
          <fieldset class="languages">
            <legend class="setting-legend">Offered languages</legend>
            {LOCALES.map((code) => (
              <label key={code} class="setting-switch">
                <input
                  type="checkbox"
                  checked={offered.includes(code)}
                  disabled={fixed}
                  onChange={(event) => choose(code, event.currentTarget.checked)}
                />
                {languageName(code)}
              </label>
            ))}
          </fieldset>
        )}
        <Fallback offered={offered ?? LOCALES} />
      </div>
    </>
  );
};
