import type { MakeDeps } from '../domain/accounts/access';
import { keepTokenKey } from '../domain/accounts/apiKeys';
import { hasDemoAgents, makeDemoAgents, removeDemoAgents, setupLink } from '../domain/accounts/firstStart';
import type { Store } from '../store/store';

type Options = {
  /** AGENT_TOKEN. */
  agentToken?: string;
  /** The agents' token that an older version of the desk stored. */
  formerToken?: string;
  demo: boolean;
  publicUrl?: string;
  say?: (line: string) => void;
};

const NEW_KEY =
  'The agents’ token is the API key AGENT_TOKEN now, for programs. Agents have accounts: the link of the inbox makes the first admin, once, within 24 hours.';

const NO_DEMO_KEYS =
  'The API keys that were made in the demo are removed. Make new ones under Settings, API keys.';

/**
 * Prepares the desk for signing in: turns the one token of older desks into an API key, and creates or removes the
 * demo's agents, whose keys end with the demo.
 * @returns the token of a link for the first admin, if there is none
 */
export const prepareAccounts = async (
  deps: MakeDeps & { store: Store },
  { agentToken, formerToken, demo, publicUrl, say }: Options,
): Promise<string | undefined> => {
  const { store, now } = deps;
  // A key that an admin has removed later does not come back with the file.
  const isFirst = (await store.agents()).length === 0;
  const token = agentToken ?? (isFirst ? formerToken : undefined);
  const isNewKey = token !== undefined && (await keepTokenKey(store, token, now()));
  if (hasDemoAgents({ demo, publicUrl })) await makeDemoAgents(deps);
  else if ((await removeDemoAgents(deps)) > 0) say?.(NO_DEMO_KEYS);
  const link = await setupLink(deps);
  if (isNewKey && link !== undefined) say?.(NEW_KEY);
  return link;
};
