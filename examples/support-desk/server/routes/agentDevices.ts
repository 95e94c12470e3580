import type { Context } from 'hono';
import { knownDevice, markDevice } from '../domain/accounts/devices';
import type { Store } from '../store/store';
import type { AgentCookies } from './agentCookies';

/** The browsers in which agents have signed in. Strangers' wrong passwords do not lock those agents out. */
export type AgentDevices = {
  /** The id of the calling browser, if this account has signed in there before. */
  known(c: Context, email: string): string | undefined;
  /** Marks the browser of a signed-in agent, unless it is marked. */
  remember(c: Context, email: string): void;
};

export const createAgentDevices = (
  cookies: AgentCookies,
  { store, newToken }: { store: Pick<Store, 'deviceKey'>; newToken: () => string },
): AgentDevices => {
  const known: AgentDevices['known'] = (c, email) =>
    knownDevice(store.deviceKey, cookies.read(c, 'device'), email);
  return {
    known,
    remember(c, email) {
      if (known(c, email)) return;
      cookies.write(c, 'device', markDevice(store.deviceKey, cookies.read(c, 'device'), email, newToken));
    },
  };
};
