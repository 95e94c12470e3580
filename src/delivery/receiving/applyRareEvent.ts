import { asFailed, fileErrorOf } from '../../model/message';
import type { User } from '../../slices/user';
import { num, obj, str } from '../../wire/decode';
import type { RealtimeEvent } from '../../wire/realtime';
import { type LeaveDeps, leaveConversation } from './leaveConversation';

export type RareEvent = Extract<RealtimeEvent, { type: 'conversation' | 'participant' | 'upload' }>;

/** Applies a realtime event that few visitors get. Ignores unknown events. */
export const applyRareEvent = (
  deps: LeaveDeps & { user: Pick<User, 'appUserId'> },
  { type, name, conversationId: id, raw }: RareEvent,
): void => {
  if (type === 'upload') {
    // The service names the failed upload by its message id or by the client's key.
    const named = str(obj(raw.data).messageId) ?? str(obj(raw.message)._id);
    const failed = deps.messages
      .of(id)
      .value.find((m) => m.isOptimistic && (m._id === named || m.key === named));
    const { code, status } = obj(raw.err);
    if (failed)
      deps.messages.patch(id, failed.key, asFailed(fileErrorOf({ code: str(code), status: num(status) })));
    return;
  }
  const { appUserId } = obj(raw.participant);
  const left = name === 'participant:removed' && appUserId && appUserId === deps.user.appUserId.value;
  if (left || name === 'conversation:removed') leaveConversation(deps, id);
};
