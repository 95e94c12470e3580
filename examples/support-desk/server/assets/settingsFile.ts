import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings, layOver, readSettings, type Settings } from '../domain/settings';

export type SettingsFiles = { settings: () => Settings; previewSettings: () => Settings };

/** Tells one version of a file from the next; empty when there is no file. */
const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs}-${stat.size}` : '';
};

/**
 * Settings from DATA_DIR/settings.json, and for the preview with settings.preview.json laid over. A file is read
 * again when it changes. An odd file gives one warning for each change, and what lies under it is used.
 */
export const createSettingsFiles = (dataDir: string, warn: (line: string) => void): SettingsFiles => {
  const load = (path: string, under: unknown): Settings | undefined => {
    let value: unknown;
    try {
      value = JSON.parse(readFileSync(path, 'utf8'));
    } catch (error) {
      warn(`${path} is not used: it ${error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'}`);
      return undefined;
    }
    const result = readSettings(layOver(under, value));
    if ('settings' in result) return result.settings;
    warn(`${path} is not used: ${result.problem}`);
    return undefined;
  };

  const main = { path: join(dataDir, 'settings.json'), stamp: '', settings: defaultSettings() };
  const preview = { path: join(dataDir, 'settings.preview.json'), stamp: '', settings: main.settings };
  let previewUnder = main.settings;

  const settings = (): Settings => {
    const stamp = stampOf(main.path);
    if (stamp !== main.stamp) {
      main.stamp = stamp;
      main.settings = (stamp && load(main.path, {})) || defaultSettings();
    }
    return main.settings;
  };

  const previewSettings = (): Settings => {
    const under = settings();
    const stamp = stampOf(preview.path);
    if (stamp !== preview.stamp || under !== previewUnder) {
      preview.stamp = stamp;
      previewUnder = under;
      preview.settings = (stamp && load(preview.path, under)) || under;
    }
    return preview.settings;
  };

  return { settings, previewSettings };
};
