import type { AgentCorrectionBody } from '../../../shared/bodies/visitors';
import { CORRECTED } from '../../../shared/lists';
import { actorOf, type Caller } from '../../model/caller';
import { noVisitor } from '../../model/deskError';
import type { User } from '../../model/entities';
import type { CorrectedField } from '../../model/visitorEntities';
import { note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { statedOf, withAddress } from './corrections';
import { rowsOf, shownFor, withMerged } from './person';

/** A corrected field: its value before and after. */
type Change = { field: CorrectedField; from: string | undefined; to: string | undefined };

/** More than agents have on their screens. */
const MOST_ROWS = 50;

/** Sends the changed visitor to the inboxes that show one of their conversations. */
const tellRows = async (tx: DeskTransaction, userId: string): Promise<void> => {
  for (const row of await rowsOf(tx, await withMerged(tx, userId), MOST_ROWS)) {
    if (row.conversation.lastReceived > 0)
      tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
  }
};

const changesOf = (user: User, body: AgentCorrectionBody): Change[] =>
  CORRECTED.flatMap((field) => {
    const wanted = body[field];
    if (wanted === undefined) return [];
    const stated = statedOf(user, field);
    const from = user.corrections[field]?.value ?? stated;
    const to = wanted?.trim() ?? stated;
    return from === to ? [] : [{ field, from, to }];
  });

/**
 * Corrects what the desk knows of a visitor. What a login, the page or the visitor states stays beside it; the value before is
 * in the visitor's changes, and the audit log, which outlives the visitor, only names the fields.
 * @throws not_found
 */
export const correctVisitor = (
  deps: Deps,
  by: Caller,
  id: string,
  body: AgentCorrectionBody,
): Promise<User> =>
  deps.store.transaction(async (tx) => {
    const { id: userId } = await shownFor(tx, id);
    const user = await tx.lockUser(userId);
    if (!user) throw noVisitor();
    const changes = changesOf(user, body);
    if (changes.length === 0) return user;
    const at = deps.now();
    const author = actorOf(by);
    const corrections = { ...user.corrections };
    for (const { field, from, to } of changes) {
      const was = statedOf(user, field);
      if (to === undefined || to === was) delete corrections[field];
      else corrections[field] = { value: to, was, by: author.name, at };
      const entry = { field, from, to, by: author };
      await tx.insertVisitorEntry({
        id: deps.newId(),
        userId,
        kind: 'correction',
        createdAt: at,
        body: entry,
      });
    }
    const email = changes.find(({ field }) => field === 'email');
    const fields = { corrections, profile: email ? withAddress(user.profile, email.to) : user.profile };
    await tx.updateUser(userId, fields);
    const detail = changes.map(({ field }) => field).join(', ');
    await note(deps, tx, by, {
      action: 'visitor-corrected',
      target: { kind: 'visitor', id: userId },
      detail,
    });
    await tellRows(tx, userId);
    return { ...user, ...fields };
  });
