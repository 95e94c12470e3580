import { listOf, num, obj, oneOf, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type { TeamMember } from '../shared/accountsApi';
import type { ApiCall, ApiResult } from './apiResult';

/** The part of the agent API about colleagues. */
export type TeamApi = {
  /** The agents of the desk, also those who have left. */
  read(): Promise<ApiResult<TeamMember[]>>;
};

const decodeMember = (value: unknown): TeamMember | undefined => {
  const raw = obj(value);
  const id = str(raw.id);
  const name = shownLabel(raw.name)?.trim();
  if (!id || !name) return undefined;
  return {
    id,
    name,
    email: str(raw.email) ?? '',
    avatarUrl: str(raw.avatarUrl),
    role: oneOf(raw.role, ['admin'] as const) ?? 'agent',
    online: raw.online === true,
    removedAt: num(raw.removedAt),
  };
};

export const createTeamApi = (call: ApiCall): TeamApi => ({
  read: () => call('/agents', (answer) => listOf(obj(answer).agents, decodeMember)),
});
