import { DEMO_NAMES, type DemoName } from '../../../shared/lists';
import { type AgentRow, newAgent, removedAgent } from '../../model/accountEntities';
import type { Store, Transaction } from '../../store/store';
import type { MakeDeps } from './access';
import { DESK, note } from './audit';
import { makeLink, makeResetLink } from './links';
import { plainEmail } from './signIn';

/** What the first start needs: nobody is connected yet. */
type StartDeps = MakeDeps & { store: Pick<Store, 'agents' | 'transaction'> };

/** Whether the desk has the demo's agents: only if nobody else can reach it. */
export const hasDemoAgents = ({ demo, publicUrl }: { demo?: boolean; publicUrl?: string }): boolean =>
  demo === true && publicUrl === undefined;

export const demoId = (name: DemoName): string => `demo-${name.toLowerCase()}`;

/** Whether nobody has an account that can administer the desk. */
export const needsSetup = async (store: Pick<Store, 'agents'>): Promise<boolean> =>
  !(await store.agents()).some(({ role, removedAt }) => role === 'admin' && removedAt === null);

/** Creates a link for the desk's first admin, if there is none. @returns its token */
export const setupLink = async (deps: StartDeps): Promise<string | undefined> => {
  if (!(await needsSetup(deps.store))) return undefined;
  return deps.store.transaction(
    async (tx) => (await makeLink(deps, tx, { kind: 'setup', role: 'admin' })).token,
  );
};

const demoAgent = (name: DemoName, now: number): AgentRow =>
  newAgent({
    id: demoId(name),
    name,
    email: `${name.toLowerCase()}@demo.example`,
    role: name === 'Ada' ? 'admin' : 'agent',
    createdAt: now,
  });

/** Creates the demo's missing agents. They have no passwords. */
export const makeDemoAgents = ({ store, now }: Pick<StartDeps, 'store' | 'now'>): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.lockDesk();
    const all = await tx.agents();
    for (const name of DEMO_NAMES) {
      const agent = demoAgent(name, now());
      const known = all.find(({ id }) => id === agent.id);
      if (!known) await tx.insertAgent(agent);
      else if (known.removedAt !== null && !(await tx.agentByEmail(agent.email)))
        await tx.updateAgent(agent.id, agent);
    }
  });

/**
 * Removes the demo's agents, which anybody on the machine could use, with the API keys and links that they created.
 * @returns how many keys
 */
export const removeDemoAgents = ({ store, now }: Pick<StartDeps, 'store' | 'now'>): Promise<number> =>
  store.transaction(async (tx: Transaction) => {
    const known = new Set((await tx.agents()).map(({ id }) => id));
    let keys = 0;
    for (const agentId of DEMO_NAMES.map(demoId)) {
      if (!known.has(agentId)) continue;
      for (const { id, name } of await tx.deleteMadeBy(agentId)) {
        keys++;
        const target = { kind: 'key' as const, id, name };
        await note({ now }, tx, DESK, { action: 'key-removed', target, detail: 'made in the demo' });
      }
      await tx.deleteAgentLinks({ agentId });
      if (!(await tx.agentById(agentId))) continue;
      await tx.deleteAgentSessions(agentId);
      await tx.updateAgent(agentId, removedAgent(now()));
    }
    return keys;
  });

/** Creates a link for an agent who is locked out. @returns its token; `undefined` if nobody has this email */
export const operatorsLink = (deps: StartDeps, email: string): Promise<string | undefined> =>
  deps.store.transaction(async (tx) => {
    const agent = await tx.agentByEmail(plainEmail(email));
    return agent && makeResetLink(deps, tx, DESK, agent);
  });
