import { LOCALES, languageName } from '../../model/settings/languages';
import { useDesk } from '../parts/view';
import { FieldNotes, notesId } from './FieldNotes';
import { SettingSelect } from './SettingSelect';
import { useSetting } from './useSetting';

const OFFERED = 'locales/offered';
const FALLBACK = 'locales/fallback';

const Fallback = ({ offered }: { offered: readonly string[] }) => {
  const { settings } = useDesk().workspace;
  const value = String(settings.valueOf(FALLBACK) ?? 'en-us');
  const codes = offered.includes(value) ? offered : [value, ...offered];
  return (
    <SettingSelect
      path={FALLBACK}
      label="For visitors with another language"
      value={value}
      options={codes.map((code) => [code, languageName(code)])}
    />
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
