import type { Clock } from '../../platform/clock';
import type { Storages, Store } from '../../platform/storage';
import type { User } from '../../slices/user';
import type { Tokens } from './tokens';

/** Passes a message between tabs without storing it. */
export type OpenChannel = (name: string) => {
  postMessage(word: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
};

/** How long another tab may take to answer, ms. */
const ANSWER_MS = 1000;

/** How long a page may take to give another token, ms. */
const RENEWAL_MS = 3500;

/** The beginning of a question if the other tabs' token was refused. */
const ANOTHER = 'another-';

/**
 * Passes a login's token between tabs: pages that make no login of their own continue as the user whom another one has
 * logged in. A tab asks by a storage entry, which it removes at once, and gets the token through a channel.
 */
export const createOtherTabs = (deps: {
  storages: Pick<Storages, 'onForeignChange'>;
  store: Store;
  integrationId: string;
  clock: Clock;
  createId: () => string;
  openChannel?: OpenChannel;
  onDispose: (undo: () => void) => void;
  user: Pick<User, 'auth'>;
  tokens: Pick<Tokens, 'canRenew' | 'renew'>;
  /** Whether messages written in this tab wait for the page's login. */
  waits: () => boolean;
}) => {
  const { openChannel = (name): ReturnType<OpenChannel> => new BroadcastChannel(name) } = deps;
  const key = `${deps.integrationId}.ask`;
  /** How many questions of this tab wait. */
  let asking = 0;
  const answer = async (name: string) => {
    // Without a new one, the question has no answer.
    if (name.startsWith(ANOTHER) && (asking > 0 || !(await deps.tokens.renew().catch(() => {})))) return;
    const { value: now } = deps.user.auth;
    const word = now?.type === 'jwt' ? now.jwt : deps.waits();
    if (!word) return;
    const channel = openChannel(name);
    channel.postMessage(word);
    channel.close();
  };
  deps.onDispose(
    deps.storages.onForeignChange((changed, name) => {
      if (changed === key && name) void answer(name);
    }),
  );
  return {
    /**
     * Asks the other tabs for the token. If none has it, returns whether one waits for the page's login.
     * @param isRefused whether their token was refused
     */
    ask(give: (jwt: unknown) => void, isRefused = false) {
      asking++;
      let waits: unknown;
      const name = (isRefused ? ANOTHER : '') + deps.createId();
      const channel = openChannel(name);
      const end = (jwt = waits) => {
        for (const cancel of timers) cancel();
        channel.close();
        asking--;
        give(jwt);
      };
      const tell = () => deps.store.tell(key, name);
      // A page that has just loaded may have the token a moment later.
      const timers = isRefused
        ? [deps.clock.after(RENEWAL_MS, end)]
        : [deps.clock.after(ANSWER_MS / 2, tell), deps.clock.after(ANSWER_MS, end)];
      channel.onmessage = ({ data }) => {
        if (typeof data === 'string') end(data);
        else waits = data;
      };
      tell();
    },
  };
};
