import { changesBetween, flatten, type SettingsChange, unflatten } from '../../../shared/settingsPaths';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Json } from '../../model/entities';
import type { SettingsVersion } from '../../model/settingsEntities';
import { changeOf, note } from '../accounts/audit';
import type { Deps } from '../deps';
import { defaultSettings, layOver, readSettings, type SettingsIssue } from './settings';

/** How many versions are kept; older ones are deleted. */
const MAX_VERSIONS = 200;

const EDITABLE = [
  'agent',
  'app',
  'assignment',
  'channels',
  'customTicketFields',
  'email',
  'features',
  'hours',
  'identity',
  'locales',
  'messenger',
  'rating',
  'retention',
  'sessions',
  'voice',
];
/**
 * Only the operator may change these: visitors' stored data has the ids, the history would show the password of the
 * mail server and the secret of the TURN server, and an earlier version must not bring back ended links.
 */
const FIXED = [
  'messenger/appId',
  'messenger/integrationId',
  'email/smtpUrl',
  'email/linksSince',
  'voice/turnSecret',
];

/** The settings that agents may change, from a value with any settings. */
export const editablePart = (value: unknown): Json => {
  const out: Json = {};
  for (const [key, entry] of Object.entries((value ?? {}) as Json)) {
    if (!EDITABLE.includes(key)) continue;
    const fixed = FIXED.filter((path) => path.startsWith(`${key}/`)).map((path) => path.split('/')[1]);
    const isTree = fixed.length > 0 && entry !== null && typeof entry === 'object';
    out[key] = isTree
      ? Object.fromEntries(Object.entries(entry).filter(([name]) => !fixed.includes(name)))
      : entry;
  }
  return out;
};

/** The settings if agents have saved nothing. @param samples the sample people of a demo desk */
export const editableDefaults = (samples: Json): Json => editablePart(layOver(defaultSettings(), samples));

/**
 * The problems of settings that an agent wants to save.
 * @param operator the values of settings.json, which override saved ones
 */
export const settingsIssues = (value: Json, operator: unknown): SettingsIssue[] => {
  const foreign = [...Object.keys(value), ...Object.keys(flatten(value))].find(
    (path) => FIXED.includes(path) || !EDITABLE.includes(path.split('/')[0] ?? ''),
  );
  if (foreign !== undefined) {
    const path = foreign.split('/');
    return [{ path, words: `${path.join('.')}: only settings.json can set this` }];
  }
  const alone = readSettings(value);
  if ('issues' in alone) return alone.issues;
  const whole = readSettings(layOver(value, operator));
  if ('issues' in whole) return whole.issues;
  const { messenger, email, identity } = whole.settings;
  const missing: [path: string[], set: unknown, where: string][] = [
    ...(messenger.privacyNoticeEnabled
      ? [
          [['messenger', 'privacyNoticeUrl'], messenger.privacyNoticeUrl, 'the privacy notice is shown'] as [
            string[],
            unknown,
            string,
          ],
        ]
      : []),
    ...(email.enabled
      ? (['from', 'page'] as const).map((name): [string[], unknown, string] => [
          ['email', name],
          email[name],
          'emails are sent',
        ])
      : []),
    ...(identity.jwksUrl
      ? (['issuer', 'audience'] as const).map((name): [string[], unknown, string] => [
          ['identity', name],
          identity[name],
          'an identity provider is used',
        ])
      : []),
  ];
  return missing
    .filter(([, set]) => !set)
    .map(([path, , where]) => ({ path, words: `${path.join('.')}: must be given where ${where}` }));
};

type SaveInput = {
  value: Json;
  /** The version that the agent edited; 0 if nothing was saved before. */
  base: number;
  author: string;
  by: Caller;
  /** The version to restore. */
  restored?: number;
};

/**
 * Saves settings as a new version and makes it current. Unchanged settings make none. The value must have no issues.
 * @throws conflict if another agent has saved since `base`
 */
export const saveSettings = async (deps: Deps, input: SaveInput): Promise<SettingsVersion | undefined> => {
  const { base, author, restored = null } = input;
  // Without empty objects, which set nothing.
  const value = unflatten(flatten(input.value));
  const stored = await deps.store.transaction(async (tx) => {
    // The lock makes saves wait for each other, across processes too.
    await tx.lockDesk();
    const [latest] = await tx.settingsVersions({ limit: 1 });
    if ((latest?.version ?? 0) !== base) {
      const by = latest ? `${latest.author} has` : 'Somebody has';
      throw new DeskError('conflict', `${by} saved other settings in the meantime`);
    }
    const changes: SettingsChange[] = changesBetween(flatten(latest?.value ?? {}), flatten(value));
    if (changes.length === 0) return latest;
    const next = { version: base + 1, author, savedAt: deps.now(), value, changes, restored };
    await tx.insertSettingsVersion(next);
    await tx.deleteSettingsVersions(next.version - MAX_VERSIONS);
    await note(deps, tx, input.by, {
      action: restored === null ? 'settings-saved' : 'settings-restored',
      target: { kind: 'settings', id: String(next.version) },
      detail: restored === null ? undefined : `version ${restored}`,
      changes: changes.map(({ path, before, after }) => changeOf(path, before, after)),
    });
    const { version, savedAt } = next;
    tx.publisher.toAgents({ type: 'settings:saved', version, author, savedAt: savedAt / 1000 });
    return next;
  });
  if (stored && stored.version !== base) deps.useSettings(stored);
  return stored;
};

/** The value of a stored version. @throws not_found */
export const settingsOfVersion = async (deps: Pick<Deps, 'store'>, version: number): Promise<Json> => {
  if (version === 0) return {};
  const found = await deps.store.settingsVersion(version);
  if (!found) throw new DeskError('not_found', 'There is no such version of the settings');
  return found.value;
};
