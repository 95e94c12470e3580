import { computed } from '@preact/signals-react';
import { countUnread } from '../model/unread';
import type { Conversations } from './conversations';
import type { Messages } from './messages';

/** How many messages the visitor has not read; single-conversation mode so far (SPEC.md section 4). */
export const createUnread = (deps: { conversations: Conversations; messages: Messages }) =>
  computed(() => {
    const active = deps.conversations.active.value;
    return active ? countUnread(deps.messages.of(active._id).value, active.lastRead) : 0;
  });
