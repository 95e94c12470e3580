import type { PageEvents } from '../../slices/pageEvents';
import type { WireMessage } from '../../wire/message';
import { loadAttention } from './arrivalFeatures';
import type { AttentionDeps } from './attentionDeps';

type Attention = ReturnType<Awaited<ReturnType<typeof loadAttention>>['createAttention']>;

const made = new WeakMap<PageEvents, Promise<Attention>>();

/** The one of this messenger, which is made when it is first needed. */
export const attentionOf = (deps: AttentionDeps): Promise<Attention> => {
  const { pageEvents } = deps;
  const known =
    made.get(pageEvents) ??
    loadAttention().then(
      ({ createAttention }) => createAttention(deps),
      (cause) => {
        made.delete(pageEvents);
        throw cause;
      },
    );
  made.set(pageEvents, known);
  return known;
};

/**
 * Draws the visitor's attention to an agent's new message, unless the page hides it. The fault model has no
 * page, and so skips it.
 */
export const attend = (deps: { host?: Window }, message: WireMessage, conversationId: string): void => {
  if (!deps.host) return;
  const whole = deps as AttentionDeps;
  const shown = whole.messages.shown(conversationId).find(({ _id }) => _id === message._id);
  if (shown?.role !== 'appMaker') return;
  attentionOf(whole).then(
    (attention) => attention.take(shown, conversationId),
    // Without its file, the unread badge shows the message all the same.
    () => {},
  );
};
