import type { Store } from '../../platform/storage';
import type { Connect } from '../../services/createServices';
import { login } from '../../services/identityCalls';
import { OF_NEXT } from '../../slices/storedVisitor';
import type { User } from '../../slices/user';
import type { ClientInfo } from '../../wire/client';
import type { UserAnswer } from '../../wire/user';
import type { Tell } from '../receiving/kept';
import { type Outbox, ofLogin } from '../sending/outbox';
import { anonymousOf } from './anonymous';
import { readExternalId } from './externalId';
import { createLeftVisitors } from './leftVisitors';
import type { Session } from './session';
import type { JwtSupplier, Tokens } from './tokens';

export type LoginDeps = {
  user: User;
  client: () => ClientInfo;
  /** Resolves when no start is under way. */
  settled: () => Promise<unknown> | undefined;
  /** Applies the answer of a login to the slices and opens the conversation. */
  takeAnswer: (answer: UserAnswer) => void;
};

export type TokenLoginDeps = LoginDeps & {
  /** Makes an HTTP client with another credential, before the visitor has it. */
  connect: Connect;
  session: Pick<Session, 'clear' | 'end'>;
  outbox: Pick<Outbox, 'reassign' | 'of' | 'claim' | 'tell'>;
  store: Store;
  integrationId: string;
  tokens: Pick<Tokens, 'ask' | 'supply'>;
  /** Changes when the login is canceled. */
  latest: () => number;
  tell: Tell;
  /** Ends the login, as the visitor has left. */
  cancel: () => void;
  /**
   * Logs the stored user out here at once. Resolves when the service has the logout.
   * @param unsent as `Session.end` takes it
   */
  forget: (unsent: 'switch' | 'split') => Promise<void>;
  start: () => void;
};

/**
 * Moves unsent drafts and forms of a person who gets another id. A draft moves with its conversation, or to the next
 * one if its own has no messages.
 */
const passDrafts = (
  { store, integrationId }: TokenLoginDeps,
  from: string,
  to: string,
  { conversations = [] }: Partial<UserAnswer> = {},
) => {
  const before = `${integrationId}.draft.${from}.`;
  for (const key of store.keys(before)) {
    const own = conversations.find(({ _id, messages }) => messages[0] && key === before + _id);
    const next = `${integrationId}.draft.${to}.${own?._id ?? ''}`;
    const both = [store.get(next), store.get(key)].filter(Boolean);
    store.remove(key);
    store.set(next, both.join('\n'));
  }
  const forms = `${integrationId}.forms`;
  // As `keepForms.ts` stores them.
  const whose = (id: string) => JSON.stringify({ user: id }).slice(0, -1);
  const kept = store.get(forms)?.replace(whose(from), () => whose(to));
  if (kept) store.set(forms, kept);
};

/** Logs in with a JWT of the page. */
export const createTokenLogin = (deps: TokenLoginDeps) => {
  const { user, tokens, settled, outbox } = deps;
  const left = createLeftVisitors(deps);
  /** Whether no login has identified this page's visitor yet. */
  let isFirst = true;
  /** @param exits how many visitors had left when the page asked for it */
  return async (supply: JwtSupplier, isLatest: () => void, exits = user.exits()): Promise<void> => {
    // A visitor who left in another tab is not merged.
    if (user.isOver()) deps.session.end('keep');
    const check = () => {
      // This tab may get what it waits for before the report that the visitor has left in another tab.
      if (user.isOver()) deps.cancel();
      isLatest();
    };
    let jwt = await tokens.ask(supply);
    const userId = readExternalId(jwt);
    outbox.claim(userId, exits);
    check();
    const known = user.externalId();
    // A different external id is another user: log the stored one out first.
    const isOther = known && known !== userId;
    // Text written on this page is theirs, if nobody else was here.
    const isTheirs = isFirst && isOther;
    isFirst = false;
    const nameless = isOther && anonymousOf(user);
    if (nameless) left.keep(known, nameless);
    const leaving = isOther && deps.forget(isTheirs ? 'split' : 'switch');
    // From now on, what is written is theirs, in every tab.
    user.expect(userId);
    user.tell();
    deps.tell(userId);
    if (isTheirs && outbox.of('')[0]) {
      outbox.reassign('');
      deps.start();
    }
    outbox.tell();
    await leaving;
    check();
    // Use the token for the login call only: the visitor stays the same until it succeeds.
    const http = deps.connect(() => `Bearer ${jwt}`, {
      epoch: deps.latest,
      async recover(status) {
        if (status === 403) return false;
        jwt = await tokens.ask(supply);
        return readExternalId(jwt) === userId;
      },
    });
    for (;;) {
      await settled();
      check();
      // The browser may have kept this page: the next one has started anonymously.
      if (!user.auth.value) user.takeStored();
      const before = user.auth.value;
      const former = anonymousOf(user);
      const answer = await login(http, { client: deps.client(), userId, ...former });
      await settled();
      check();
      // An anonymous visitor was created during the login, here or in another tab: log in again so that they are merged too.
      if (user.auth.value !== before || (!before && user.stored.session())) continue;
      deps.session.clear();
      tokens.supply(supply);
      // The anonymous visitor is the same person, so their unsent messages move to the login.
      const id = answer.appUser?._id;
      if (former) {
        outbox.reassign(former.appUserId, id);
        if (id) passDrafts(deps, former.appUserId, id, answer);
      }
      outbox.reassign(ofLogin(userId), id);
      // A draft that was kept for this or the next login has no conversation: it goes to the one that opens.
      for (const from of [ofLogin(userId), OF_NEXT]) passDrafts(deps, from, id ?? '');
      user.useJwt(jwt, userId);
      deps.takeAnswer(answer);
      return left.each(userId, async (visitor) => {
        const more = await login(http, { client: deps.client(), userId, ...visitor });
        check();
        deps.takeAnswer(more);
      });
    }
  };
};
