import { list, listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel, shownText } from '@porch/messenger/wire/shown';
import type { AgentCampaignFigures } from '../../shared/answers/insights';
import type {
  AgentSettingsAnswer,
  AgentSettingsHistoryAnswer,
  AgentSettingsVersion,
} from '../../shared/answers/settings';
import type {
  AgentRestoreSettingsBody,
  AgentSaveSettingsBody,
  AgentSettingsDraftBody,
} from '../../shared/bodies/settings';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { sendPicture } from './sendPicture';

export type SettingsApi = {
  read(): Promise<ApiResult<AgentSettingsAnswer>>;
  /** The `issues` of a refusal name each wrong setting and its problem. */
  save(body: AgentSaveSettingsBody): Promise<ApiResult<AgentSettingsAnswer>>;
  restore(body: AgentRestoreSettingsBody): Promise<ApiResult<AgentSettingsAnswer>>;
  /** Newest first; with `before`, older versions than that. */
  history(before?: number): Promise<ApiResult<AgentSettingsHistoryAnswer>>;
  campaigns(): Promise<ApiResult<AgentCampaignFigures[]>>;
  /** Uploads a picture, a PNG, JPEG or WebP. Returns its address, for the setting that shows it. */
  addPicture(picture: Blob): Promise<ApiResult<string>>;
  /** Keeps unsaved settings for the preview. Returns the draft's id. */
  keepDraft(body: AgentSettingsDraftBody): Promise<ApiResult<string>>;
};

const decodeSettings = (value: unknown): AgentSettingsAnswer => {
  const s = obj(value);
  return {
    version: num(s.version) ?? 0,
    author: shownLabel(s.author),
    savedAt: num(s.savedAt),
    value: obj(s.value),
    fixed: obj(s.fixed),
    defaults: obj(s.defaults),
    fileProblem: shownText(s.fileProblem),
    savedProblem: shownText(s.savedProblem),
  };
};

const decodeVersion = (value: unknown): AgentSettingsVersion | undefined => {
  const raw = obj(value);
  const version = num(raw.version);
  if (version === undefined) return undefined;
  const changes = list(raw.changes).flatMap((entry) => {
    const { path, before, after } = obj(entry);
    const known = str(path);
    return known ? [{ path: known, before, after }] : [];
  });
  return {
    version,
    author: shownLabel(raw.author)?.trim() || 'Somebody',
    savedAt: num(raw.savedAt) ?? 0,
    changes,
    restored: num(raw.restored),
  };
};

const decodeFigures = (value: unknown): AgentCampaignFigures | undefined => {
  const raw = obj(value);
  const id = str(raw._id);
  const of = (name: string) => num(raw[name]) ?? 0;
  return id
    ? {
        _id: id,
        seen: of('seen'),
        opened: of('opened'),
        dismissed: of('dismissed'),
        answered: of('answered'),
      }
    : undefined;
};

export const createSettingsApi = (call: ApiCall): SettingsApi => ({
  read: () => call('/settings', decodeSettings),
  save: (body) => call('/settings', decodeSettings, body),
  restore: (body) => call('/settings/restore', decodeSettings, body),
  history: (before) =>
    call(`/settings/history${before === undefined ? '' : `?before=${before}`}`, (value) => ({
      versions: listOf(obj(value).versions, decodeVersion),
      hasMore: obj(value).hasMore === true,
    })),
  campaigns: () => call('/campaigns', (value) => listOf(obj(value).campaigns, decodeFigures)),
  addPicture: (picture) => sendPicture(call, '/settings/pictures', picture, 'avatarUrl'),
  keepDraft: (body) => call('/settings/drafts', (value) => str(obj(value).draft) ?? '', body),
});
