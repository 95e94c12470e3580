import { num, obj } from '@porch/messenger/wire/decode';
import type { AgentConversation } from '../../shared/answers/conversations';
import type {
  AgentMergeAnswer,
  AgentPeopleAnswer,
  AgentPersonAnswer,
  AgentVisitorNote,
} from '../../shared/answers/people';
import type { AgentVisitorData } from '../../shared/answers/visitors';
import type { AgentCorrectionBody } from '../../shared/bodies/visitors';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeAgentConversation, decodeConversations } from '../model/decode';
import { decodeMerge, decodePeople, decodePerson, decodeVisitorNotes } from '../model/decodePeople';

/** The visitors' part of the agent API. */
export type VisitorsApi = {
  /** All visitors that a search finds, newest first; `after` is the `next` of the previous page. */
  people(search: string, after?: string): Promise<ApiResult<AgentPeopleAnswer>>;
  person(appUserId: string): Promise<ApiResult<AgentPersonAnswer>>;
  /** The team's notes about a visitor, oldest first. */
  notes(appUserId: string): Promise<ApiResult<AgentVisitorNote[]>>;
  /** Writes a note, or with `noteId` changes one; without `text` removes it. */
  note(
    appUserId: string,
    note: { noteId?: string; text?: string; referenceId?: string },
  ): Promise<ApiResult<undefined>>;
  /** Begins a conversation. Returns it. */
  write(
    appUserId: string,
    body: { text: string; referenceId: string },
  ): Promise<ApiResult<AgentConversation | undefined>>;
  /** Corrects a visitor; `null` removes a correction. */
  correct(appUserId: string, body: AgentCorrectionBody): Promise<ApiResult<AgentPersonAnswer>>;
  /** What merging two visitors would do. */
  merging(appUserId: string, otherId: string): Promise<ApiResult<AgentMergeAnswer>>;
  /** Merges the other visitor into the one who stays. */
  merge(keptId: string, otherId: string): Promise<ApiResult<AgentPersonAnswer>>;
  /** Takes a merge back. */
  separate(appUserId: string, mergedId: string): Promise<ApiResult<AgentPersonAnswer>>;
  /** How much the desk stores about a visitor. */
  data(appUserId: string): Promise<ApiResult<AgentVisitorData>>;
  /** A zip file with everything that the desk stores about a visitor. */
  export(appUserId: string): Promise<ApiResult<Blob>>;
  /** Deletes a visitor and everything that the desk stores about them. */
  remove(appUserId: string): Promise<ApiResult<AgentVisitorData>>;
  /** The newest conversations of a visitor, newest first. */
  conversations(appUserId: string): Promise<ApiResult<AgentConversation[]>>;
  /** Blocks or unblocks a visitor. */
  setBlocked(appUserId: string, blocked: boolean): Promise<ApiResult<undefined>>;
  /** Unlinks a visitor's channel. */
  unlink(appUserId: string, clientId: string): Promise<ApiResult<undefined>>;
};

const decodeData = (value: unknown): AgentVisitorData => {
  const { conversations, messages, files, bytes } = obj(value);
  return {
    conversations: num(conversations) ?? 0,
    messages: num(messages) ?? 0,
    files: num(files) ?? 0,
    bytes: num(bytes) ?? 0,
  };
};

/** @param download fetches a file */
export const createVisitorsApi = (
  call: ApiCall,
  download: (path: string) => Promise<ApiResult<Blob>>,
): VisitorsApi => {
  const at = (id: string, rest = ''): string => `/users/${encodeURIComponent(id)}${rest}`;
  return {
    people: (search, after) => {
      const query = new URLSearchParams({ ...(search && { search }), ...(after && { after }) }).toString();
      return call(`/users${query && `?${query}`}`, decodePeople);
    },
    person: (id) => call(at(id), decodePerson),
    write: (id, body) =>
      call(at(id, '/conversations'), (answer) => decodeAgentConversation(obj(answer).conversation), body),
    notes: (id) => call(at(id, '/notes'), decodeVisitorNotes),
    note: (id, { noteId, text, referenceId }) => {
      const path = at(id, `/notes${noteId === undefined ? '' : `/${encodeURIComponent(noteId)}`}`);
      const method = noteId === undefined ? undefined : text === undefined ? 'DELETE' : 'PATCH';
      return call(path, () => undefined, text === undefined ? undefined : { text, referenceId }, { method });
    },
    correct: (id, body) => call(at(id), decodePerson, body, { method: 'PATCH' }),
    merging: (id, other) => call(at(id, `/merge/${encodeURIComponent(other)}`), decodeMerge),
    merge: (kept, other) => call(at(kept, '/merge'), decodePerson, { with: other, kept }),
    separate: (id, merged) =>
      call(at(id, `/merge/${encodeURIComponent(merged)}`), decodePerson, undefined, { method: 'DELETE' }),
    data: (id) => call(at(id, '/data'), decodeData),
    export: (id) => download(at(id, '/export')),
    remove: (id) => call(at(id), decodeData, undefined, { method: 'DELETE' }),
    conversations: (id) =>
      call(at(id, '/conversations'), (answer) => decodeConversations(answer).conversations),
    setBlocked: (id, blocked) => call(at(id, blocked ? '/block' : '/unblock'), () => undefined, {}),
    unlink: (id, client) =>
      call(at(id, `/clients/${encodeURIComponent(client)}/unlink`), () => undefined, {}),
  };
};
