import { awayText } from '../../../shared/awayMessage';
import { closedPeriod, isOpen } from '../../../shared/openingHours';
import type { Message } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { Transaction } from '../../store/store';
import { writtenSince } from '../conversations/seen';
import { noWait } from '../conversations/waits';
import type { Deps } from '../deps';
import { nameOfVisitor } from '../inboxViews';
import { seconds } from '../views';
import { MAX_MESSAGES, type NewMessage, type Stored } from './storeMessage';

/** Whether this is a person's message: one of an agent, or one from another inbox. */
const isPersons = ({ role, body }: Message): boolean =>
  role === 'appMaker' && !(Array.isArray(body.authorSubtypes) && body.authorSubtypes.includes('AI'));

/**
 * The message of a team that is away, and marks that the visitor gets it. It is due when a visitor writes outside of
 * the opening hours, unless a program has the conversation, somebody has answered since the team closed, or the visitor
 * is blocked. A conversation gets it once, and again after it was closed, but at most once until the team opens.
 * @param stored the newest message, with its conversation locked
 */
export const awayMessage = async (
  deps: Pick<Deps, 'settings' | 'now'>,
  tx: Pick<Transaction, 'waitOf' | 'putWait' | 'messages'>,
  { message, created, conversation, user }: Stored,
): Promise<NewMessage | undefined> => {
  const { hours, messenger, locales } = deps.settings();
  const now = deps.now();
  if (!hours.message.enabled || isOpen(hours, now)) return undefined;
  if (!created || message.role !== 'appUser' || message.body.quiet === true) return undefined;
  if (user.blockedAt !== null || controllerOf(conversation) !== undefined) return undefined;
  const { id, closedAt, displayName, messageCount } = conversation;
  if (messageCount >= MAX_MESSAGES) return undefined;
  const wait = (await tx.waitOf(id)) ?? noWait(id);
  const since = closedPeriod(hours, now)?.since ?? 0;
  if (wait.awayAt !== null && (wait.awayAt >= since || wait.awayAt >= (closedAt ?? 0))) return undefined;
  if ((await writtenSince(tx, id, seconds(since))).some(isPersons)) return undefined;
  const { displayName: called, nameFrom } = nameOfVisitor(user, displayName);
  const reader = {
    name: nameFrom === 'desk' ? '' : called,
    locale: user.locale,
  };
  const text = awayText(hours.message, hours, reader, locales.fallback, now);
  if (text === undefined) return undefined;
  await tx.putWait({ ...wait, awayAt: now });
  return {
    type: 'text',
    automatic: true,
    body: { name: messenger.title, avatarUrl: messenger.avatarUrl, text },
  };
};
