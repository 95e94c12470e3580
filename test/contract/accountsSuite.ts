import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AgentLink,
  AgentSession,
  ApiKeyRow,
} from '../../examples/support-desk/server/model/accountEntities';
import type { Store } from '../../examples/support-desk/server/store/store';
import type { AuditTarget } from '../../examples/support-desk/shared/answers/audit';
import type { AuditAction } from '../../examples/support-desk/shared/lists';
import { newId } from '../support/deskRows';
import { anAgent } from '../support/signInAgent';

/** In ms. */
const NOW = 1_800_000_000_000;

const aSession = (agentId: string, fields: Partial<AgentSession> = {}): AgentSession => ({
  id: newId(),
  tokenHash: newId(),
  agentId,
  userAgent: 'Firefox',
  createdAt: NOW,
  usedAt: NOW,
  ...fields,
});

const aLink = (fields: Partial<AgentLink> = {}): AgentLink => ({
  id: newId(),
  tokenHash: newId(),
  kind: 'invitation',
  role: 'agent',
  email: null,
  name: null,
  agentId: null,
  mail: null,
  createdAt: NOW,
  expiresAt: NOW + 1000,
  ...fields,
});

const aKey = (fields: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
  id: newId(),
  name: 'A bot',
  secretHash: newId(),
  scopes: ['conversations', 'insights'],
  createdBy: 'Ada',
  createdAt: NOW,
  lastUsedAt: null,
  ...fields,
});

/** What every store must do for accounts, links, API keys, tickets and the audit log. */
export const describeAccounts = (name: string, open: () => Promise<Store>): void => {
  describe(`accounts in ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const insert = async (fields = {}) => {
      const agent = anAgent({ id: newId(), ...fields });
      await store.transaction((tx) => tx.insertAgent(agent));
      return agent;
    };

    it('keeps an agent as it was inserted and changed, one for each email', async () => {
      const factor = { secret: 'ABC', confirmed: true, recoveryHashes: ['a', 'b'], lastStep: 7 };
      const agent = await insert({
        avatarUrl: 'https://a.example/a.png',
        passwordHash: 'h',
        secondFactor: factor,
      });
      expect(await store.agentById(agent.id)).toEqual(agent);
      expect(await store.agentByEmail(agent.email)).toEqual(agent);
      const twin = anAgent({ id: newId(), email: agent.email });
      expect(await store.transaction((tx) => tx.insertAgent(twin))).toBe(false);
      const change = { name: 'Bo', role: 'admin', secondFactor: null } as const;
      await store.transaction((tx) => tx.updateAgent(agent.id, change));
      expect(await store.agentById(agent.id)).toEqual({ ...agent, ...change });
    });

    it('has those who have left in its list alone, and gives their email to others', async () => {
      const agent = await insert();
      const [, other] = [await insert(), anAgent({ id: newId(), email: agent.email })];
      await store.transaction((tx) => tx.updateAgent(agent.id, { removedAt: NOW }));
      expect(await store.agentById(agent.id)).toBeUndefined();
      expect(await store.agentByEmail(agent.email)).toBeUndefined();
      expect((await store.agents()).find(({ id }) => id === agent.id)).toMatchObject({ removedAt: NOW });
      expect(await store.transaction((tx) => tx.insertAgent(other))).toBe(true);
      await store.transaction((tx) => tx.updateAgent(other.id, { removedAt: NOW }));
      expect((await store.agents()).filter(({ email }) => email === agent.email)).toHaveLength(2);
    });

    it('finds a session by its hash while it is used and its agent is there', async () => {
      const agent = await insert();
      const session = aSession(agent.id);
      await store.transaction((tx) => tx.insertAgentSession(session));
      expect(await store.agentSessionByHash(session.tokenHash, NOW - 1)).toEqual({ session, agent });
      expect(await store.agentSessionByHash(session.tokenHash, NOW)).toBeUndefined();
      await store.transaction((tx) => tx.touchAgentSession(session.id, NOW + 5));
      expect((await store.agentSessionById(session.id))?.usedAt).toBe(NOW + 5);
      await store.transaction((tx) => tx.updateAgent(agent.id, { removedAt: NOW }));
      expect(await store.agentSessionByHash(session.tokenHash, 0)).toBeUndefined();
    });

    it('ends one session, all but one, or all, and of nobody else', async () => {
      const [agent, other] = [await insert(), await insert()];
      const [a, b, c] = [1, 2, 3].map((at) => aSession(agent.id, { usedAt: NOW + at })) as AgentSession[];
      const foreign = aSession(other.id);
      await store.transaction(async (tx) => {
        for (const one of [a, b, c, foreign]) if (one) await tx.insertAgentSession(one);
      });
      const ids = async () => (await store.agentSessionsOf(agent.id, 0)).map(({ id }) => id);
      expect(await ids()).toEqual([c?.id, b?.id, a?.id]);
      const end = (which?: { only: string } | { but: string }) =>
        store.transaction((tx) => tx.deleteAgentSessions(agent.id, which));
      expect(await end({ only: foreign.id })).toEqual([]);
      expect(await end({ only: b?.id ?? '' })).toEqual([b?.id]);
      expect(await end({ but: a?.id ?? '' })).toEqual([c?.id]);
      expect(await end()).toEqual([a?.id]);
      expect(await store.agentSessionsOf(other.id, 0)).toEqual([foreign]);
    });

    it('gives a link, a ticket to one taker only, and to none when it is over', async () => {
      const agent = await insert();
      const session = aSession(agent.id);
      const [link, late] = [aLink({ kind: 'reset', agentId: agent.id }), aLink({ expiresAt: NOW })];
      const [hash, over] = [newId(), newId()];
      await store.transaction(async (tx) => {
        await tx.insertAgentSession(session);
        for (const one of [link, late]) await tx.insertAgentLink(one);
        const ticket = { sessionId: session.id, keyId: null };
        await tx.insertTicket({ ...ticket, tokenHash: hash, expiresAt: NOW + 1 });
        await tx.insertTicket({ ...ticket, tokenHash: over, expiresAt: NOW });
      });
      expect(await store.agentLinkByHash(link.tokenHash, NOW)).toEqual(link);
      expect(await store.agentLinkByHash(late.tokenHash, NOW)).toBeUndefined();
      const twice = <T>(take: () => Promise<T>) => Promise.all([take(), take()]);
      const links = await twice(() => store.transaction((tx) => tx.takeAgentLink(link.tokenHash, NOW)));
      expect(links.filter(Boolean)).toEqual([link]);
      const tickets = await twice(() => store.transaction((tx) => tx.takeTicket(hash, NOW)));
      expect(tickets.filter(Boolean)).toEqual([{ sessionId: session.id, keyId: null }]);
      expect(await store.transaction((tx) => tx.takeTicket(over, NOW))).toBeUndefined();
      expect(await store.transaction((tx) => tx.takeAgentLink(late.tokenHash, NOW))).toBeUndefined();
    });

    it('ends tickets with their session or key', async () => {
      const agent = await insert();
      const [session, key] = [aSession(agent.id), aKey()];
      const [one, two] = [newId(), newId()];
      await store.transaction(async (tx) => {
        await tx.insertAgentSession(session);
        await tx.putApiKey(key);
        await tx.insertTicket({ sessionId: session.id, keyId: null, tokenHash: one, expiresAt: NOW + 1 });
        await tx.insertTicket({ sessionId: null, keyId: key.id, tokenHash: two, expiresAt: NOW + 1 });
      });
      await store.transaction(async (tx) => {
        await tx.deleteAgentSessions(agent.id);
        expect(await tx.deleteApiKey(key.id)).toEqual(key);
      });
      for (const hash of [one, two])
        expect(await store.transaction((tx) => tx.takeTicket(hash, NOW))).toBeUndefined();
      expect(await store.transaction((tx) => tx.deleteApiKey(key.id))).toBeUndefined();
    });

    it('withdraws invitations alone, and forgets links of an agent and of the setup', async () => {
      const agent = await insert();
      const [invitation, reset, setup] = [
        aLink(),
        aLink({ kind: 'reset', agentId: agent.id }),
        aLink({ kind: 'setup' }),
      ];
      await store.transaction(async (tx) => {
        for (const one of [invitation, reset, setup]) await tx.insertAgentLink(one);
      });
      const has = async ({ tokenHash }: AgentLink) =>
        (await store.agentLinkByHash(tokenHash, NOW)) !== undefined;
      expect((await store.invitations(NOW)).map(({ id }) => id)).toContain(invitation.id);
      expect(await store.invitations(NOW + 1000)).toEqual([]);
      const sent = { name: 'Cleo', mail: { state: 'sent', at: 7 }, tokenHash: newId() } as const;
      await store.transaction((tx) => tx.updateAgentLink(invitation.tokenHash, sent));
      await store.transaction((tx) => tx.updateAgentLink(newId(), { name: 'Nobody' }));
      expect(await store.agentLinkByHash(sent.tokenHash, NOW)).toEqual({ ...invitation, ...sent });
      await store.transaction(async (tx) => {
        expect(await tx.deleteInvitation(reset.id)).toBe(false);
        expect(await tx.deleteInvitation(invitation.id)).toBe(true);
        expect(await tx.deleteInvitation(invitation.id)).toBe(false);
        await tx.deleteAgentLinks({ agentId: agent.id });
      });
      expect([await has(invitation), await has(reset), await has(setup)]).toEqual([false, false, true]);
      await store.transaction((tx) => tx.deleteAgentLinks({ kind: 'setup' }));
      expect(await has(setup)).toBe(false);
    });

    it('counts the tries of a sign-in until it is over', async () => {
      const agent = await insert();
      const signIn = { tokenHash: newId(), agentId: agent.id, tries: 0, expiresAt: NOW + 1 };
      const count = (now = NOW) => store.transaction((tx) => tx.countSignInTry(signIn.tokenHash, now));
      await store.transaction((tx) => tx.insertAgentSignIn(signIn));
      expect(await store.agentSignInByHash(signIn.tokenHash, NOW)).toEqual(signIn);
      expect([(await count())?.tries, (await count())?.tries]).toEqual([1, 2]);
      expect(await count(NOW + 1)).toBeUndefined();
      await store.transaction((tx) => tx.deleteAgentSignIns({ agentId: agent.id }));
      expect(await count()).toBeUndefined();
    });

    it('keeps API keys, replaces the one with the same id, and notes their use', async () => {
      const key = aKey();
      await store.transaction((tx) => tx.putApiKey(key));
      expect(await store.apiKeyByHash(key.secretHash)).toEqual(key);
      const next = { ...key, secretHash: newId() };
      await store.transaction((tx) => tx.putApiKey(next));
      await store.transaction((tx) => tx.touchApiKey(key.id, NOW));
      expect(await store.apiKeyByHash(key.secretHash)).toBeUndefined();
      expect(await store.apiKeyById(key.id)).toEqual({ ...next, lastUsedAt: NOW });
      expect((await store.apiKeys()).map(({ id }) => id)).toContain(key.id);
    });

    it('deletes the keys and the links that an agent has made, as the audit log says, and says which keys', async () => {
      const [maker, other] = [newId(), newId()];
      const [made, kept] = [aKey(), aKey()];
      const [invited, invitedByOther, setup] = [aLink(), aLink(), aLink({ kind: 'setup' })];
      const [ada, ben] = [await insert(), await insert()];
      const reset = aLink({ kind: 'reset', agentId: ada.id });
      const resetByOther = aLink({ kind: 'reset', agentId: ben.id });
      const links = [invited, invitedByOther, setup, reset, resetByOther];
      const ticket = { tokenHash: newId(), sessionId: null, keyId: made.id, expiresAt: NOW + 1000 };
      await store.transaction(async (tx) => {
        const note = (id: string, action: AuditAction, target: AuditTarget) =>
          tx.insertAuditEntry({
            at: NOW,
            actor: { kind: 'agent', id, name: 'x' },
            action,
            target,
            detail: null,
            changes: null,
          });
        for (const key of [made, kept]) await tx.putApiKey(key);
        for (const link of links) await tx.insertAgentLink(link);
        await tx.insertTicket(ticket);
        for (const [by, key, link, agent] of [
          [maker, made, invited, ada],
          [other, kept, invitedByOther, ben],
        ] as const) {
          await note(by, 'key-made', { kind: 'key', id: key.id });
          await note(by, 'invitation-made', { kind: 'invitation', id: link.id });
          await note(by, 'reset-link-made', { kind: 'agent', id: agent.id });
        }
        await note(maker, 'key-removed', { kind: 'key', id: kept.id });
        await note(maker, 'role-changed', { kind: 'agent', id: ben.id });
      });
      expect(await store.transaction((tx) => tx.deleteMadeBy(maker))).toEqual([made]);
      expect([await store.apiKeyById(made.id), await store.apiKeyById(kept.id)]).toEqual([undefined, kept]);
      const left = await Promise.all(links.map(({ tokenHash }) => store.agentLinkByHash(tokenHash, NOW)));
      expect(left).toEqual([undefined, invitedByOther, setup, undefined, resetByOther]);
      expect(await store.transaction((tx) => tx.takeTicket(ticket.tokenHash, NOW))).toBeUndefined();
      expect(await store.transaction((tx) => tx.deleteMadeBy(maker))).toEqual([]);
    });

    it('has the audit log newest first, in pages, and undoes an entry with its transaction', async () => {
      const actor = { kind: 'agent', id: newId(), name: 'Ada' } as const;
      const note = (detail: string) =>
        ({ at: NOW, actor, action: 'signed-in', target: null, detail, changes: null }) as const;
      for (const detail of ['one', 'two', 'three'])
        await store.transaction((tx) => tx.insertAuditEntry(note(detail)));
      await store
        .transaction(async (tx) => {
          await tx.insertAuditEntry(note('undone'));
          throw new Error('undo');
        })
        .catch(() => undefined);
      const first = await store.auditEntries({ limit: 2 });
      expect(first.map(({ detail }) => detail)).toEqual(['three', 'two']);
      expect(first[0]).toMatchObject({ at: NOW, actor, action: 'signed-in', target: null });
      const rest = await store.auditEntries({ before: first[1]?.place, limit: 1 });
      expect(rest.map(({ detail }) => detail)).toEqual(['one']);
    });

    it('deletes what has ended, and says which sessions', async () => {
      const agent = await insert();
      const [old, fresh] = [aSession(agent.id, { usedAt: NOW - 100 }), aSession(agent.id)];
      const [link, kept] = [aLink({ kind: 'setup', expiresAt: NOW }), aLink()];
      const [gone, listed] = [aLink({ expiresAt: NOW - 50 }), aLink({ expiresAt: NOW - 49 })];
      const actor = { kind: 'desk', id: 'desk', name: 'Desk' } as const;
      await store.transaction(async (tx) => {
        for (const one of [old, fresh]) await tx.insertAgentSession(one);
        for (const one of [link, kept, gone, listed]) await tx.insertAgentLink(one);
        await tx.insertAuditEntry({
          at: NOW - 101,
          actor,
          action: 'signed-in',
          target: null,
          detail: 'old',
          changes: null,
        });
      });
      const ended = { usedBefore: NOW - 99, now: NOW, invitedBefore: NOW - 50, auditBefore: NOW - 100 };
      expect(await store.transaction((tx) => tx.deleteEndedAccess(ended))).toEqual([old.id]);
      expect(await store.agentSessionById(fresh.id)).toEqual(fresh);
      expect(await store.agentLinkByHash(link.tokenHash, 0)).toBeUndefined();
      expect(await store.agentLinkByHash(kept.tokenHash, NOW)).toEqual(kept);
      const left = (await store.invitations(0)).map(({ id }) => id);
      expect([left.includes(gone.id), left.includes(listed.id)]).toEqual([false, true]);
      expect((await store.auditEntries({ limit: 500 })).some(({ detail }) => detail === 'old')).toBe(false);
    });
  });
};
