import { list, listOf, num, obj, oneOf, str, type Whole } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import type {
  AgentAccount,
  ApiKeyAccount,
  LinkAnswer,
  OwnAccount,
  SecondFactorAnswer,
  SignedIn,
  TeamBot,
  TeamMember,
} from '../../shared/answers/accounts';
import type { AuditChange, AuditValue } from '../../shared/answers/audit';
import { ALERT_WISHES, ROLES, type Role, SCOPES } from '../../shared/lists';

/** What the sign-in page offers, with the names of the demo's agents. */
export type SignInOffer = {
  demo: string[];
  needsDemoLink: boolean;
  needsSetup: boolean;
  mailsLinks: boolean;
};

export const roleOf = (value: unknown): Role => oneOf(value, ROLES) ?? 'agent';

/** A missing name becomes 'Agent'. An unknown role has the rights of an agent who is not an admin. */
const decodeAccount = (value: unknown): Whole<AgentAccount> => {
  const raw = obj(value);
  return {
    id: str(raw.id) ?? '',
    name: shownLabel(raw.name)?.trim() || 'Agent',
    email: str(raw.email) ?? '',
    avatarUrl: str(raw.avatarUrl) || undefined,
    role: roleOf(raw.role),
  };
};

export const decodeOwnAccount = (value: unknown): OwnAccount => {
  const raw = obj(value);
  return {
    ...decodeAccount(value),
    alerts: {
      mail: obj(raw.alerts).mail === true,
      messages: oneOf(obj(raw.alerts).messages, ALERT_WISHES) ?? 'mine',
    },
    hasSecondFactor: raw.hasSecondFactor === true,
    hasPassword: raw.hasPassword !== false,
  };
};

/** The agents of the team, removed ones too, and the bots. */
export type TeamList = { members: TeamMember[]; bots: TeamBot[] };

/** Whether they still belong to the team. */
export const isOnTeam = ({ removedAt }: Pick<TeamMember, 'removedAt'>): boolean => removedAt === undefined;

export const decodeTeam = (value: unknown): TeamList => ({
  members: listOf(obj(value).agents, (entry) => {
    const raw = obj(entry);
    if (!str(raw.id)) return undefined;
    return {
      ...decodeAccount(raw),
      online: raw.online === true,
      alerted: raw.alerted !== false,
      removedAt: num(raw.removedAt),
    };
  }),
  bots: listOf(obj(value).bots, (entry) => {
    const { id, name } = obj(entry);
    const botId = str(id);
    return botId ? { id: botId, name: shownLabel(name)?.trim() || 'Bot' } : undefined;
  }),
});

export const decodeSignedIn = (value: unknown): SignedIn[] =>
  listOf(obj(value).sessions, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    if (!id) return undefined;
    return {
      id,
      createdAt: num(raw.createdAt) ?? 0,
      usedAt: num(raw.usedAt) ?? 0,
      userAgent: shownLabel(raw.userAgent) ?? '',
      current: raw.current === true,
    };
  });

export const decodeLinkAnswer = (value: unknown): LinkAnswer => {
  const raw = obj(value);
  return {
    kind: oneOf(raw.kind, ['setup', 'invitation', 'reset', 'forgotten'] as const) ?? 'invitation',
    role: roleOf(raw.role),
    email: str(raw.email),
    name: str(raw.name),
  };
};

export const decodeApiKeys = (value: unknown): ApiKeyAccount[] =>
  listOf(obj(value).apiKeys, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    if (!id) return undefined;
    return {
      id,
      name: shownLabel(raw.name) ?? '',
      scopes: SCOPES.filter((scope) => list(raw.scopes).includes(scope)),
      createdAt: num(raw.createdAt) ?? 0,
      lastUsedAt: num(raw.lastUsedAt),
      createdBy: shownLabel(raw.createdBy) ?? '',
    };
  });

/** A new API key; its secret is shown once. */
export type NewKey = { id: string; secret: string };

export const decodeNewKey = (value: unknown): NewKey => {
  const { apiKey, secret } = obj(value);
  return { id: str(obj(apiKey).id) ?? '', secret: str(secret) ?? '' };
};

/** A row of the audit log. Its action may be that of a newer desk. */
export type AuditRow = {
  id: string;
  at: number;
  actor: { kind: string; id: string; name: string };
  action: string;
  target?: { kind: string; id: string; name?: string };
  detail?: string;
  changes: AuditChange[];
};

export type AuditPage = { rows: AuditRow[]; next?: string };

const decodeAuditValue = (value: unknown): AuditValue | undefined =>
  typeof value === 'boolean' ? value : (num(value) ?? shownLabel(value));

const decodeAuditChange = (value: unknown): AuditChange | undefined => {
  const { what, from, to } = obj(value);
  const name = str(what);
  return name ? { what: name, from: decodeAuditValue(from), to: decodeAuditValue(to) } : undefined;
};

export const decodeAudit = (value: unknown): AuditPage => ({
  rows: listOf(obj(value).entries, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id);
    if (!id) return undefined;
    const actor = obj(raw.actor);
    const target = obj(raw.target);
    const targetId = str(target.id);
    return {
      id,
      at: num(raw.at) ?? 0,
      actor: { kind: str(actor.kind) ?? '', id: str(actor.id) ?? '', name: shownLabel(actor.name) ?? '' },
      action: str(raw.action) ?? '',
      target:
        targetId === undefined
          ? undefined
          : { kind: str(target.kind) ?? '', id: targetId, name: shownLabel(target.name) },
      detail: shownLabel(raw.detail),
      changes: listOf(raw.changes, decodeAuditChange),
    };
  }),
  next: str(obj(value).next),
});

export const decodeSignInOffer = (value: unknown): SignInOffer => ({
  demo: listOf(obj(value).demo, (name) => str(name) || undefined),
  needsDemoLink: obj(value).needsDemoLink === true,
  needsSetup: obj(value).needsSetup === true,
  mailsLinks: obj(value).mailsLinks === true,
});

export const decodeSecondFactor = (value: unknown): SecondFactorAnswer => ({
  uri: str(obj(value).uri) ?? '',
  recoveryCodes: listOf(obj(value).recoveryCodes, str),
});

/** The one-use link in an answer. */
export const decodeLink = (value: unknown): string => str(obj(value).link) ?? '';
