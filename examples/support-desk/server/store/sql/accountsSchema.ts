import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AgentAlerts, InvitationMail } from '../../../shared/answers/accounts';
import type { Actor, AuditChange, AuditTarget } from '../../../shared/answers/audit';
import type { AuditAction, Scope } from '../../../shared/lists';
import type { SecondFactor } from '../../model/accountEntities';
import { time } from './columns';

/** The people who answer. Only the name of a removed agent is kept. */
export const agents = pgTable(
  'agents',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case; empty for a removed one. */
    email: text('email').notNull(),
    avatarUrl: text('avatar_url'),
    role: text('role', { enum: ['admin', 'agent'] }).notNull(),
    /** Argon2id; without one, nobody can sign in with a password. */
    passwordHash: text('password_hash'),
    secondFactor: jsonb('second_factor').$type<SecondFactor>(),
    alerts: jsonb('alerts').$type<Partial<AgentAlerts>>().notNull(),
    createdAt: time('created_at').notNull(),
    removedAt: time('removed_at'),
    turnAt: time('turn_at'),
  },
  (t) => [uniqueIndex('agents_email').on(t.email).where(sql`removed_at is null`)],
);

const agentId = () =>
  text('agent_id')
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' });

export const agentSessions = pgTable(
  'agent_sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    agentId: agentId(),
    userAgent: text('user_agent').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull(),
  },
  (t) => [index('agent_sessions_agent').on(t.agentId), index('agent_sessions_used').on(t.usedAt)],
);

/** Right passwords that wait for the second factor. */
export const agentSignIns = pgTable(
  'agent_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    agentId: agentId(),
    tries: integer('tries').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('agent_sign_ins_agent').on(t.agentId)],
);

/** Links that can be used once. */
export const agentLinks = pgTable(
  'agent_links',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    kind: text('kind', { enum: ['setup', 'invitation', 'reset', 'forgotten'] }).notNull(),
    role: text('role', { enum: ['admin', 'agent'] }).notNull(),
    email: text('email'),
    name: text('name'),
    mail: jsonb('mail').$type<InvitationMail>(),
    /** The agent whose password a reset sets. */
    agentId: text('agent_id').references(() => agents.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('agent_links_agent').on(t.agentId)],
);

/** The API keys of programs. */
export const apiKeys = pgTable('api_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  scopes: jsonb('scopes').$type<Scope[]>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
});

/** The tickets that open the live channel, once. They end with the session or the key that requested them. */
export const tickets = pgTable(
  'tickets',
  {
    tokenHash: text('token_hash').primaryKey(),
    sessionId: text('session_id').references(() => agentSessions.id, { onDelete: 'cascade' }),
    keyId: text('key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('tickets_session').on(t.sessionId), index('tickets_key').on(t.keyId)],
);

/** Who did what. */
export const auditLog = pgTable(
  'audit_log',
  {
    place: bigserial('place', { mode: 'number' }).primaryKey(),
    at: time('at').notNull(),
    actor: jsonb('actor').$type<Actor>().notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    target: jsonb('target').$type<AuditTarget>(),
    detail: text('detail'),
    changes: jsonb('changes').$type<AuditChange[]>(),
  },
  (t) => [index('audit_log_at').on(t.at)],
);
