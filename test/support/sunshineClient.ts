import { randomUUID } from 'node:crypto';
import sunshine from 'sunshine-conversations-client';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import type { Store } from '../../examples/support-desk/server/store/store';
import { SCOPES, type Scope } from '../../examples/support-desk/shared/lists';

const APIS = [
  'ActivitiesApi',
  'AppsApi',
  'AttachmentsApi',
  'ClientsApi',
  'ConversationsApi',
  'DevicesApi',
  'IntegrationsApi',
  'MessagesApi',
  'ParticipantsApi',
  'SwitchboardActionsApi',
  'SwitchboardIntegrationsApi',
  'SwitchboardsApi',
  'UsersApi',
  'WebhooksApi',
] as const;

// biome-ignore lint/suspicious/noExplicitAny: The client has no types, and the tests are about what it reads.
export type Answer = any;
export type SunshineClient = Record<(typeof APIS)[number], Answer>;

/** A key with these scopes. @returns what Basic authentication sends */
export const addKey = async (
  store: Store,
  scopes: readonly Scope[] = ['integrations'],
): Promise<{ id: string; secret: string }> => {
  const secret = randomUUID();
  const id = randomUUID();
  await store.transaction((tx) =>
    tx.putApiKey({
      id,
      name: 'Bot',
      secretHash: hashToken(secret),
      scopes: SCOPES.filter((scope) => scopes.includes(scope)),
      createdBy: 'Ada',
      createdAt: 1,
      lastUsedAt: null,
    }),
  );
  return { id, secret };
};

/** The official client, as its users set it up for another host. @param origin the desk's */
export const createSunshineClient = (origin: string, key: { id: string; secret: string }): SunshineClient => {
  const api = new sunshine.ApiClient();
  api.basePath = `${origin}/sc`;
  Object.assign(api.authentications.basicAuth, { username: key.id, password: key.secret });
  const make = (name: string): Answer => {
    const Api = sunshine[name] as unknown as new (client: unknown) => Answer;
    return new Api(api);
  };
  return Object.fromEntries(APIS.map((name) => [name, make(name)])) as SunshineClient;
};

/** A model of the client, to compare answers with. */
export const modelOf = (name: string) => sunshine[name];
