import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import { type Integration, integrationId } from '../../model/integrationEntities';
import { changesOf, note } from '../accounts/audit';
import { freeConversationsOf } from '../conversations/closing';
import type { Deps, DeskTransaction } from '../deps';

const MAX_INTEGRATIONS = 20;
/** The switchboard's name for the team. */
export const PEOPLE = { id: 'people', name: 'zd-agentWorkspace', type: 'zd:agentWorkspace' } as const;
const TAKEN: readonly string[] = [PEOPLE.id, PEOPLE.name, PEOPLE.type, 'next'];

type IntegrationDeps = Pick<Deps, 'store' | 'now' | 'newId'>;
type IntegrationChange = Partial<Pick<Integration, 'name' | 'displayName' | 'answersFirst' | 'hearsAll'>>;

const noIntegration = (): DeskError => new DeskError('not_found', 'There is no such integration');

const targetOf = ({ id, displayName }: Integration) => ({
  kind: 'integration' as const,
  id,
  name: displayName,
});

/** @throws not_found */
export const integrationOf = async (
  reads: Pick<DeskTransaction, 'integrationById'>,
  id: string,
): Promise<Integration> => {
  const integration = await reads.integrationById(id);
  if (!integration) throw noIntegration();
  return integration;
};

/** A name for calls, made from the displayed name. */
const nameFrom = (displayName: string, taken: readonly string[]): string => {
  const base =
    displayName
      .normalize('NFKD')
      .replace(/[^\w-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 100) || 'bot';
  let name = base;
  for (let n = 2; taken.includes(name); n++) name = `${base}-${n}`;
  return name;
};

/** Creates an integration. @throws bad_request for too many */
export const addIntegration = (
  deps: IntegrationDeps,
  by: Caller,
  { displayName, ...given }: IntegrationChange & { displayName: string },
): Promise<Integration> =>
  deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const others = await tx.integrations();
    if (others.length >= MAX_INTEGRATIONS)
      throw new DeskError('bad_request', `There may be at most ${MAX_INTEGRATIONS} integrations`);
    const integration: Integration = {
      id: integrationId(deps.newId()),
      name: nameFrom(displayName, [...TAKEN, ...others.map(({ name }) => name)]),
      displayName,
      answersFirst: false,
      hearsAll: true,
      createdAt: deps.now(),
    };
    await tx.putIntegration(integration);
    tx.publisher.toAgents({ type: 'agents' });
    await note(deps, tx, by, { action: 'integration-made', target: targetOf(integration) });
    return Object.keys(given).length === 0 ? integration : changeIn(tx, others, integration, given);
  });

const changeIn = async (
  tx: DeskTransaction,
  others: readonly Integration[],
  before: Integration,
  change: IntegrationChange,
): Promise<Integration> => {
  const { name } = change;
  if (name !== undefined && [...TAKEN, ...others.map((one) => one.name)].includes(name))
    throw new DeskError('conflict', 'Another integration has this name');
  if (change.answersFirst)
    for (const other of others)
      if (other.answersFirst) await tx.putIntegration({ ...other, answersFirst: false });
  const after = { ...before, ...change };
  await tx.putIntegration(after);
  return after;
};

/**
 * Changes an integration. If it becomes the first responder, no other is.
 * @throws not_found, conflict for a name that is taken
 */
export const changeIntegration = (
  deps: IntegrationDeps,
  by: Caller,
  id: string,
  change: IntegrationChange,
): Promise<Integration> =>
  deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    const before = await integrationOf(tx, id);
    const others = (await tx.integrations()).filter((one) => one.id !== id);
    const after = await changeIn(tx, others, before, change);
    tx.publisher.toAgents({ type: 'agents' });
    const changes = changesOf(before, after, ['name', 'displayName', 'answersFirst', 'hearsAll']);
    const detail = changes.map(({ what }) => what).join(', ');
    await note(deps, tx, by, { action: 'integration-changed', target: targetOf(after), detail, changes });
    return after;
  });

/**
 * Lets an integration, or people, get new conversations.
 * @param id an integration's, or that of people
 * @throws not_found
 */
export const answerFirst = async (deps: IntegrationDeps, by: Caller, id: string): Promise<void> => {
  if (id !== PEOPLE.id) {
    await changeIntegration(deps, by, id, { answersFirst: true });
    return;
  }
  const first = await deps.store.firstIntegration();
  if (first) await changeIntegration(deps, by, first.id, { answersFirst: false });
};

/** Removes an integration and its webhooks. Its conversations go to people. @throws not_found */
export const removeIntegration = (
  deps: IntegrationDeps & Pick<Deps, 'settings'>,
  by: Caller,
  id: string,
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    await tx.lockIntegration(id);
    const integration = await integrationOf(tx, id);
    await freeConversationsOf(deps, tx, { id, name: integration.displayName });
    await tx.deleteIntegration(id);
    tx.publisher.toAgents({ type: 'agents' });
    await note(deps, tx, by, { action: 'integration-removed', target: targetOf(integration) });
  });
