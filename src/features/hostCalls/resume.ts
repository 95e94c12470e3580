import type { RequestError } from '../../services/requestError';
import { ident, obj } from '../../wire/decode';
import { decodeUserAnswer } from '../../wire/user';
import type { LazyCommand } from './lazyCommand';

const TOKEN = /^[\w-]{1,500}\.[\w-]{1,100}$/;

/** Takes the token out of the address, which people copy and share. */
const clearAddress = ({ location, history }: Window, token: string): void => {
  if (location.hash.includes(token))
    history.replaceState(history.state, '', location.pathname + location.search);
};

/**
 * Opens the conversation of an e-mail's link. A browser without a visitor gets the conversation's visitor; a
 * browser of another visitor keeps that one. An invalid or expired link does nothing.
 */
const resume: LazyCommand = async ({ deps, misuse }, token) => {
  if (typeof token !== 'string' || !TOKEN.test(token)) return misuse('resume needs the token of a link.');
  const { user, conversations, router } = deps.slices;
  clearAddress(deps.host, token);
  await deps.delivery.loginOver();
  const asked = deps.delivery.http('POST', '/emaillinks', { token, appUserId: user.appUserId.value });
  const answer = obj(
    await asked.catch((cause: RequestError) => {
      if (cause.status !== 404) throw cause;
    }),
  );
  const id = ident(answer.conversationId);
  const { appUser, sessionToken, realtime } = decodeUserAnswer(answer);
  if (!id || !appUser) return;
  if (user.appUserId.value !== appUser._id) {
    const taken = user.appUserId.value || user.initializedStatus.value === 'pending';
    if (taken || !sessionToken) return;
    user.signIn(appUser, sessionToken, realtime);
  }
  conversations.show(id);
  router.openWidget();
};

export const RESUME: Record<string, LazyCommand> = { 'messenger.resume': resume };
