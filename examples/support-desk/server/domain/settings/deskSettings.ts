import type { Json } from '../../model/entities';
import type { SettingsVersion } from '../../model/settingsEntities';
import type { Store } from '../../store/store';
import { layOver, readSettings, type Settings } from './settings';

/** What the operator of the desk sets: the content of settings.json, in the shape of `settingsSchema`. */
export type OperatorSettings = {
  /** The same object until the file changes. */
  value(): unknown;
  /** Merged over the settings for a preview without a draft. */
  previewValue(): unknown;
  /** Why the file's last good version is used instead, if it is. */
  problem(): string | undefined;
};

/** The current settings: what agents have saved, overridden by the operator's. */
export type DeskSettings = {
  settings(): Settings;
  previewSettings(): Settings;
  /** The settings with a draft in place of the saved ones. `undefined` if they do not fit together. */
  settingsWith(draft: Json): Settings | undefined;
  operator: OperatorSettings;
  /** The values where agents have saved nothing: the sample people of a demo desk. */
  sampleSettings: Json;
  /** The current version; `undefined` before the first save. */
  savedSettings(): SettingsVersion | undefined;
  /** Why the saved version is not in effect, if it is not: it does not fit the file or this version of the desk. */
  savedProblem(): string | undefined;
  /** Reads the newest version from the store, where another process may have saved it. */
  refreshSettings(): Promise<void>;
  /** Makes a newly stored version current. */
  useSettings(version: SettingsVersion): void;
};

const parsed = (value: unknown): Settings | undefined => {
  const result = readSettings(value);
  return 'settings' in result ? result.settings : undefined;
};

type InForce = { of: unknown; saved: SettingsVersion | undefined; settings: Settings; problem?: string };

/**
 * @param warn called if the saved settings are invalid, for example after an upgrade
 * @param store its integration is the default
 * @param sampleSettings defaults under what agents save
 */
export const createDeskSettings = (
  operator: OperatorSettings,
  store: Pick<Store, 'settingsVersions' | 'integrationId' | 'for'>,
  warn: (line: string) => void = () => undefined,
  sampleSettings: Json = {},
): DeskSettings => {
  let saved: SettingsVersion | undefined;
  let held: InForce | undefined;
  let preview: { of: unknown; under: Settings; settings: Settings } | undefined;

  const own = { messenger: { integrationId: store.integrationId } };
  const over = (value: Json): Json => layOver(layOver(own, sampleSettings), value) as Json;
  const savedValue = (): Json => over(saved?.value ?? {});

  const compute = (of: unknown): InForce => {
    const whole = readSettings(layOver(savedValue(), of));
    if ('settings' in whole) return { of, saved, settings: whole.settings };
    const { problem } = whole;
    warn(`Version ${saved?.version} of the settings that agents saved is not used: ${problem}`);
    return { of, saved, settings: parsed(layOver(own, of)) as Settings, problem };
  };

  const inForce = (): InForce => {
    const of = operator.value();
    if (!held || held.of !== of || held.saved !== saved) held = compute(of);
    return held;
  };
  const settings = (): Settings => inForce().settings;

  const useSettings = (version: SettingsVersion): void => {
    if (version.version > (saved?.version ?? 0)) saved = version;
  };

  return {
    settings,
    previewSettings: () => {
      const under = settings();
      const of = operator.previewValue();
      if (!preview || preview.of !== of || preview.under !== under) {
        const set = layOver(operator.value(), of);
        preview = { of, under, settings: parsed(layOver(savedValue(), set)) ?? under };
      }
      return preview.settings;
    },
    settingsWith: (draft) => parsed(layOver(over(draft), operator.value())),
    operator,
    sampleSettings,
    savedSettings: () => saved,
    savedProblem: () => inForce().problem,
    refreshSettings: async () => {
      const [newest] = await (store.for?.('desk') ?? store).settingsVersions({ limit: 1 });
      if (newest) useSettings(newest);
    },
    useSettings,
  };
};

/** An operator whose settings never change. */
export const fixedOperator = (value: unknown): OperatorSettings => ({
  value: () => value,
  previewValue: () => value,
  problem: () => undefined,
});
