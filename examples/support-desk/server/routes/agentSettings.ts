import { type Context, Hono } from 'hono';
import type {
  AgentSettingsAnswer,
  AgentSettingsDraftAnswer,
  AgentSettingsHistoryAnswer,
} from '../../shared/answers/settings';
import {
  LARGEST_VERSION,
  restoreSettingsBody,
  saveSettingsBody,
  settingsDraftBody,
} from '../../shared/bodies/settings';
import type { Deps } from '../domain/deps';
import { withPicturePaths } from '../domain/files/pictures';
import {
  editableDefaults,
  editablePart,
  saveSettings,
  settingsIssues,
  settingsOfVersion,
} from '../domain/settings/savedSettings';
import type { SettingsIssue } from '../domain/settings/settings';
import type { SettingsDrafts } from '../domain/settings/settingsDrafts';
import { seconds } from '../domain/views';
import { readBody } from '../http/bodies';
import { callerOf } from '../http/callerOf';
import { queryNumber } from '../http/query';
import { faceOf } from '../model/caller';
import type { Json } from '../model/entities';
import type { SettingsVersion } from '../model/settingsEntities';

const VERSIONS_A_PAGE = 20;

const versionView = ({ version, author, savedAt, changes, restored }: SettingsVersion) => ({
  version,
  author,
  savedAt: seconds(savedAt),
  changes,
  restored: restored ?? undefined,
});

const refused = (c: Context, issues: SettingsIssue[]): Response => {
  const [first] = issues;
  const description = first?.words ?? 'These settings cannot be used';
  return c.json({ error: { code: 'bad_request', description, issues: issues.slice(0, 20) } }, 400);
};

/** The settings that agents edit, their history, and drafts for the preview. */
export const agentSettingsRoutes = (deps: Deps, drafts: SettingsDrafts): Hono => {
  const routes = new Hono();
  const { operator } = deps;

  const answer = (c: Context): Response => {
    const saved = deps.savedSettings();
    const body: AgentSettingsAnswer = {
      version: saved?.version ?? 0,
      author: saved?.author,
      savedAt: saved && seconds(saved.savedAt),
      value: saved?.value ?? {},
      fixed: editablePart(operator.value()),
      defaults: editableDefaults(deps.sampleSettings),
      fileProblem: operator.problem(),
      savedProblem: deps.savedProblem(),
    };
    return c.json(body);
  };
  const save = async (
    c: Context,
    wanted: { value: Json; base: number; name?: string; restored?: number },
  ) => {
    const issues = settingsIssues(wanted.value, operator.value());
    if (issues.length > 0) return refused(c, issues);
    const by = callerOf(c);
    const author = faceOf(by, { name: wanted.name?.trim() || undefined }, deps.settings().agent).name;
    await saveSettings(deps, { ...wanted, author, by });
    return answer(c);
  };

  routes.get('/settings', async (c) => {
    await deps.refreshSettings();
    return answer(c);
  });

  /** The body of a call whose settings have pictures in stored form. */
  const withPaths = async <T extends { value: Json }>(body: T): Promise<T> => ({
    ...body,
    value: await withPicturePaths(deps.store, body.value),
  });

  routes.post('/settings', async (c) => save(c, await withPaths(await readBody(c, saveSettingsBody))));

  routes.post('/settings/restore', async (c) => {
    const body = await readBody(c, restoreSettingsBody);
    const restored = { ...body, value: await settingsOfVersion(deps, body.version), restored: body.version };
    return save(c, restored);
  });

  routes.get('/settings/history', async (c) => {
    const before = Math.min(queryNumber(c, 'before', LARGEST_VERSION), LARGEST_VERSION);
    const found = await deps.store.settingsVersions({ before, limit: VERSIONS_A_PAGE + 1 });
    const body: AgentSettingsHistoryAnswer = {
      versions: found.slice(0, VERSIONS_A_PAGE).map(versionView),
      hasMore: found.length > VERSIONS_A_PAGE,
    };
    return c.json(body);
  });

  routes.post('/settings/drafts', async (c) => {
    const body = await withPaths(await readBody(c, settingsDraftBody));
    const issues = settingsIssues(body.value, operator.value());
    if (issues.length > 0) return refused(c, issues);
    const draft: AgentSettingsDraftAnswer = { draft: await drafts.keep(body.value, body.draft) };
    return c.json(draft);
  });

  return routes;
};
