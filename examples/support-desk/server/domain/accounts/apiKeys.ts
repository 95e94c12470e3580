import { SCOPES, type Scope } from '../../../shared/lists';
import type { ApiKeyRow } from '../../model/accountEntities';
import type { Caller } from '../../model/caller';
import { actorOf } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { hashToken } from '../../model/tokens';
import type { Store } from '../../store/store';
import { type AccountDeps, apiKeyTag } from './access';
import { note } from './audit';

const MAX_KEYS = 50;
/** The prefix tells people and scanners what a found text is. */
const PREFIX = 'porch_';
/** The key of the operator's AGENT_TOKEN. */
export const TOKEN_KEY = 'AGENT_TOKEN';

const targetOf = ({ id, name }: ApiKeyRow) => ({ kind: 'key' as const, id, name });

/** Creates a key. Its secret is returned only here. @throws bad_request for too many keys */
export const addApiKey = async (
  deps: AccountDeps,
  by: Caller,
  { name, scopes }: { name: string; scopes: Scope[] },
): Promise<{ key: ApiKeyRow; secret: string }> => {
  const secret = PREFIX + deps.newToken();
  const key: ApiKeyRow = {
    id: deps.newId(),
    name,
    secretHash: hashToken(secret),
    scopes: SCOPES.filter((scope) => scopes.includes(scope)),
    createdBy: actorOf(by).name,
    createdAt: deps.now(),
    lastUsedAt: null,
  };
  await deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    if ((await tx.apiKeys()).length >= MAX_KEYS)
      throw new DeskError('bad_request', `There may be at most ${MAX_KEYS} API keys`);
    await tx.putApiKey(key);
    await note(deps, tx, by, { action: 'key-made', target: targetOf(key), detail: key.scopes.join(', ') });
  });
  return { key, secret };
};

/** Removes a key. Its calls, tickets and live channels end at once. @throws not_found */
export const removeApiKey = (deps: AccountDeps, by: Caller, id: string): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const key = await tx.deleteApiKey(id);
    if (!key) throw new DeskError('not_found', 'There is no such API key');
    tx.publisher.endSubscriptions([apiKeyTag(id)]);
    await note(deps, tx, by, { action: 'key-removed', target: targetOf(key) });
  });

/**
 * Makes the operator's token an API key with all scopes, in place of an earlier one.
 * @param now in ms
 * @returns whether it is new
 */
export const keepTokenKey = async (
  store: Pick<Store, 'apiKeyById' | 'transaction'>,
  token: string,
  now: number,
) => {
  const secretHash = hashToken(token);
  const known = await store.apiKeyById(TOKEN_KEY);
  // An older desk knew fewer scopes.
  if (known?.secretHash === secretHash && known.scopes.length === SCOPES.length) return false;
  const key: ApiKeyRow = {
    id: TOKEN_KEY,
    name: TOKEN_KEY,
    secretHash,
    scopes: [...SCOPES],
    createdBy: 'the operator',
    createdAt: now,
    lastUsedAt: null,
  };
  await store.transaction((tx) => tx.putApiKey(key));
  return true;
};
