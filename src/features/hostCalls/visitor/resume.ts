import type { Needs } from '../../../conversation/featureDeps';
import type { RequestError } from '../../../services/requestError';
import { ident, obj, str } from '../../../wire/decode';
import { decodeUserAnswer } from '../../../wire/user';
import type { CreateCommands } from '../command';

export type ResumeNeeds = Needs<
  'host',
  'linkQuestion' | 'user' | 'router' | 'conversations',
  'hold' | 'loginOver' | 'http'
>;

const TOKEN = /^[\w-]{1,500}\.[\w-]{1,100}$/;

/** Takes the token out of the address, which people copy and share, where the loader's line has not. */
const clearAddress = ({ location, history }: Window, token: string): void => {
  if (location.hash.includes(token)) history.replaceState(history.state, '', location.href.split('#')[0]);
};

/** Asks whether to continue the conversation, and creates no visitor until that is answered. */
const ask = (
  { slices: { linkQuestion, user, router }, delivery }: ResumeNeeds,
  email: string,
  accept: () => Promise<void>,
): void => {
  linkQuestion.current.peek()?.decline();
  const release = delivery.hold();
  const end = () => {
    if (linkQuestion.current.peek() !== question) return;
    linkQuestion.set(undefined);
    stop();
    release();
  };
  const question = { email, decline: end, accept: () => accept().then(end) };
  linkQuestion.set(question);
  // A login decides who the visitor is, too.
  const stop = user.appUserId.subscribe((id) => id !== undefined && end());
  router.openWidget('page');
};

/**
 * Opens the conversation of an email's link. A browser without a visitor is asked first, and then continues it in
 * this tab; a browser of another visitor keeps that one. An invalid or expired link does nothing.
 */
const resume = async (deps: ResumeNeeds, token: string): Promise<void> => {
  const { user, conversations, router } = deps.slices;
  clearAddress(deps.host, token);
  await deps.delivery.loginOver();
  const open = async (agreed?: true) => {
    const body = { token, appUserId: user.appUserId.value, agreed };
    const answer = obj(
      await deps.delivery.http('POST', '/emaillinks', body).catch((cause: RequestError) => {
        if (cause.status !== 404) throw cause;
      }),
    );
    return { ...decodeUserAnswer(answer), id: ident(answer.conversationId), asks: str(answer.asks) };
  };
  const isFree = () => !user.appUserId.value && user.initializedStatus.value !== 'pending';
  const { id, appUser, asks } = await open();
  if (!id || !appUser) return;
  if (user.appUserId.value === appUser._id) {
    conversations.show(id);
    router.openWidget('page');
  } else if (isFree() && asks !== undefined)
    ask(deps, asks, async () => {
      const { appUser, sessionToken, realtime } = await open(true);
      if (!isFree() || !appUser || !sessionToken) return;
      user.signInByLink(appUser, sessionToken, realtime);
      conversations.show(id);
    });
};

export const createCommands: CreateCommands<ResumeNeeds> = ({ deps, misuse }) => ({
  'messenger.resume': (token) =>
    typeof token === 'string' && TOKEN.test(token)
      ? resume(deps, token)
      : misuse('resume needs the token of a link.'),
});
