import type { AgentFollowUpAnswer } from '../../shared/answers/acts';
import type { FollowUpBody, ReplyAct } from '../../shared/bodies/acts';
import { rowOf } from '../domain/conversations/activity';
import { closeConversation } from '../domain/conversations/closing';
import { tagConversation } from '../domain/conversations/conversations';
import { snoozeConversation } from '../domain/conversations/snoozing';
import type { Deps } from '../domain/deps';
import { inboxView } from '../domain/inboxViews';
import { checkOwn, isDone, markDone, sendSavedFile } from '../domain/messages/followUp';
import { messageView } from '../domain/views';
import type { Caller } from '../model/caller';
import { DeskError } from '../model/deskError';
import type { Message } from '../model/entities';
import { createAssign } from './assign';

/** Does one act after a message. @returns the message that it sent, if any */
const perform = async (
  deps: Deps,
  message: Message,
  act: ReplyAct,
  all: FollowUpBody,
  by: Caller,
): Promise<Message | undefined> => {
  const id = message.conversationId;
  const { conversation } = await rowOf(deps.store, id);
  checkOwn(conversation, act, all, by);
  // The message itself may have made the conversation the author's.
  const seen = all.seen && { received: all.seen.received };
  if (act.act === 'file') return sendSavedFile(deps, message, act.fileId, by);
  if (act.act === 'tag') await tagConversation(deps, id, { add: act.tag });
  else if (act.act === 'assign') await (await createAssign(deps, by, { agentId: act.agentId }))(id);
  else if (act.act === 'close') await closeConversation(deps, id, by, seen);
  else await snoozeConversation(deps, id, by, { until: act.until, seen });
  return undefined;
};

/** Does what follows a message. An act that was done before is left out. */
export const followUp = async (
  deps: Deps,
  message: Message,
  all: FollowUpBody,
  by: Caller,
): Promise<AgentFollowUpAnswer> => {
  const messages: Message[] = [];
  const refused: AgentFollowUpAnswer['refused'] = [];
  for (const [index, act] of all.acts.entries()) {
    if (await isDone(deps, message, act)) continue;
    try {
      const sent = await perform(deps, message, act, all, by);
      if (sent) messages.push(sent);
      await markDone(deps, message, act);
    } catch (error) {
      if (!(error instanceof DeskError)) throw error;
      refused.push({ index, code: error.code, description: error.message });
    }
  }
  const row = await rowOf(deps.store, message.conversationId);
  return { messages: messages.map(messageView), conversation: inboxView(row), refused };
};
