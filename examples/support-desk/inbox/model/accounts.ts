import { listOf, num, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';

export type Role = 'admin' | 'agent';

/** A person who answers. */
export type Agent = { id: string; name: string; email: string; avatarUrl?: string; role: Role };

/** A row of the team. */
export type TeamMember = Agent & { online: boolean };

/** Another sign-in of this agent. Times are float seconds. */
export type OwnSession = {
  id: string;
  createdAt: number;
  usedAt: number;
  userAgent: string;
  current: boolean;
};

/** What a one-use link is for. */
export type LinkAnswer = {
  kind: 'setup' | 'invitation' | 'reset';
  role: Role;
  email?: string;
  name?: string;
};

export type Invitation = { id: string; role: Role; email?: string; createdAt: number; expiresAt: number };

/** What an API key may be allowed, in the order of the form. */
export const SCOPES = ['conversations', 'visitors', 'settings', 'insights'] as const;
export type Scope = (typeof SCOPES)[number];

export type ApiKey = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  lastUsedAt?: number;
  createdBy: string;
};

export type AuditEntry = {
  id: string;
  at: number;
  actor: { kind: string; name: string };
  action: string;
  target?: string;
  detail?: string;
};

export type AuditPage = { entries: AuditEntry[]; next?: string };

/** What the sign-in page offers. */
export type SignInOffer = { demo: string[]; needsSetup: boolean };

const roleOf = (value: unknown): Role => (value === 'admin' ? 'admin' : 'agent');

/** Decodes an agent. A missing name becomes 'Agent'; without the admin role an agent may do less. */
export const decodeAgent = (value: unknown): Agent => {
  const raw = obj(value);
  return {
    id: str(raw.id) ?? '',
    name: shownLabel(raw.name)?.trim() || 'Agent',
    email: shownLabel(raw.email) ?? '',
    avatarUrl: str(raw.avatarUrl) || undefined,
    role: roleOf(raw.role),
  };
};

/** The agents who are still on the team. */
export const decodeTeam = (value: unknown): TeamMember[] =>
  listOf(obj(value).agents, (entry) => {
    const raw = obj(entry);
    if (!str(raw.id) || num(raw.removedAt) !== undefined) return undefined;
    return { ...decodeAgent(raw), online: raw.online === true };
  });

export const decodeOwnSessions = (value: unknown): OwnSession[] =>
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
  const kind = raw.kind === 'setup' || raw.kind === 'reset' ? raw.kind : 'invitation';
  return { kind, role: roleOf(raw.role), email: shownLabel(raw.email), name: shownLabel(raw.name) };
};

const decodeInvitation = (value: unknown): Invitation | undefined => {
  const raw = obj(value);
  const id = str(raw.id);
  if (!id) return undefined;
  return {
    id,
    role: roleOf(raw.role),
    email: shownLabel(raw.email) || undefined,
    createdAt: num(raw.createdAt) ?? 0,
    expiresAt: num(raw.expiresAt) ?? 0,
  };
};

export const decodeInvitations = (value: unknown): Invitation[] =>
  listOf(obj(value).invitations, decodeInvitation);

const decodeApiKey = (value: unknown): ApiKey | undefined => {
  const raw = obj(value);
  const id = str(raw.id);
  if (!id) return undefined;
  const scopes = listOf(raw.scopes, (scope) => SCOPES.find((known) => known === scope));
  return {
    id,
    name: shownLabel(raw.name) ?? '',
    scopes,
    createdAt: num(raw.createdAt) ?? 0,
    lastUsedAt: num(raw.lastUsedAt),
    createdBy: shownLabel(raw.createdBy) ?? shownLabel(obj(raw.createdBy).name) ?? '',
  };
};

export const decodeApiKeys = (value: unknown): ApiKey[] => listOf(obj(value).apiKeys, decodeApiKey);

export const decodeAudit = (value: unknown): AuditPage => ({
  entries: listOf(obj(value).entries, (entry) => {
    const raw = obj(entry);
    const id = str(raw.id) ?? num(raw.id)?.toString();
    if (!id) return undefined;
    const actor = obj(raw.actor);
    return {
      id,
      at: num(raw.at) ?? 0,
      actor: { kind: str(actor.kind) ?? '', name: shownLabel(actor.name) ?? '' },
      action: str(raw.action) ?? '',
      target: shownLabel(raw.target),
      detail: shownLabel(raw.detail),
    };
  }),
  next: str(obj(value).next) ?? num(obj(value).next)?.toString(),
});

export const decodeSignInOffer = (value: unknown): SignInOffer => ({
  demo: listOf(obj(value).demo, (name) => shownLabel(name) || undefined),
  needsSetup: obj(value).needsSetup === true,
});

/** The one-use link of an answer. */
export const decodeLink = (value: unknown): string => str(obj(value).link) ?? '';
