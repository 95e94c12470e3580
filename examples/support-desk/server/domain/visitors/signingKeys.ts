import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { SigningKey } from '../../model/visitorEntities';
import type { Store } from '../../store/store';
import { note } from '../accounts/audit';
import type { Deps } from '../deps';

/** Keys of settings.json and of the API together. */
const MAX_SIGNING_KEYS = 10;

/** A key without its secret, and where it was created. */
export type KnownKey = { id: string; name: string; source: 'api' | 'settings'; createdAt: number | null };

type KeyDeps = Pick<Deps, 'settings'> & { store: Pick<Store, 'signingKeys'> };

/** The secret of a key. A key in settings.json overrides one with the same id from the API. */
export const secretOf = async (deps: KeyDeps, id: string): Promise<string | undefined> =>
  deps.settings().auth.signingKeys.find((key) => key.id === id)?.secret ??
  (await deps.store.signingKeys()).find((key) => key.id === id)?.secret;

export const listSigningKeys = async (deps: KeyDeps): Promise<KnownKey[]> => [
  ...deps
    .settings()
    .auth.signingKeys.map(({ id, name }) => ({ id, name, source: 'settings' as const, createdAt: null })),
  ...(await deps.store.signingKeys()).map(({ id, name, createdAt }) => ({
    id,
    name,
    source: 'api' as const,
    createdAt,
  })),
];

/**
 * Creates a key. Its secret is returned only here.
 * @throws bad_request if there are already ten keys
 */
export const addSigningKey = async (deps: Deps, name: string, by: Caller): Promise<SigningKey> => {
  const key = { id: deps.newId(), name, secret: deps.newToken(), createdAt: deps.now() };
  await deps.store.transaction(async (tx) => {
    // The lock keeps two simultaneous calls from creating an eleventh key.
    await tx.lockDesk();
    const count = (await tx.signingKeys()).length + deps.settings().auth.signingKeys.length;
    if (count >= MAX_SIGNING_KEYS) {
      throw new DeskError('bad_request', `There may be at most ${MAX_SIGNING_KEYS} signing keys`);
    }
    await tx.insertSigningKey(key);
    await note(deps, tx, by, {
      action: 'signing-key-made',
      target: { kind: 'signing-key', id: key.id, name },
    });
  });
  return key;
};

/**
 * Removes a key. Tokens it signed are refused from then on, and subscriptions made with them end.
 * @throws not_found; bad_request for a key of settings.json
 */
export const removeSigningKey = async (deps: Deps, id: string, by: Caller): Promise<void> => {
  const removed = await deps.store.transaction(async (tx) => {
    const key = (await tx.signingKeys()).find((one) => one.id === id);
    if (!(await tx.deleteSigningKey(id))) return false;
    tx.publisher.endSubscriptions([keyTag(id)]);
    const target = { kind: 'signing-key' as const, id, name: key?.name };
    await note(deps, tx, by, { action: 'signing-key-removed', target });
    return true;
  });
  if (removed) return;
  if (deps.settings().auth.signingKeys.some((key) => key.id === id)) {
    throw new DeskError('bad_request', 'This key comes from settings.json. Remove it there');
  }
  throw new DeskError('not_found', 'There is no such signing key');
};

/** The tag of subscriptions made with JWTs of this key. */
export const keyTag = (id: string): string => `key:${id}`;
