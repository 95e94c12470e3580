import type { Context } from 'hono';
import type { Deps } from '../domain/deps';
import { hasOthers, rowsOf } from '../domain/mail/emailLinks';
import {
  conversationRowView,
  conversationView,
  linkedConversationView,
  linkedUserView,
  userView,
} from '../domain/views';
import { listConversations } from '../domain/visitors/users';
import type { OriginOf } from '../http/origin';
import type { Json, User } from '../model/entities';
import { liveAddress } from './liveAddress';

const RETRY_INTERVAL_SECONDS = 15;
const MAX_CONNECTION_ATTEMPTS = 5;

/**
 * The answer for creating, fetching and logging in a user, and for listing their conversations. With `only`, the
 * caller has an email's link and gets that one conversation.
 */
export const createUserAnswer =
  (deps: Deps, originOf: OriginOf) =>
  async (
    c: Context,
    user: User,
    { offset = 0, only }: { offset?: number; only?: string } = {},
  ): Promise<Json> => {
    const listed = await listConversations(deps, user.id, offset);
    const rows = only === undefined ? listed.rows : await rowsOf(deps, only);
    const hasMore = only === undefined && listed.hasMore;
    // The channel has the events of all conversations.
    const enabled = only === undefined || !(await hasOthers(deps, user.id, only));
    const settings = deps.settings();
    const { realtime, typing } = settings;
    const view = only === undefined ? conversationView : linkedConversationView;
    return {
      appUser: only === undefined ? userView(user) : linkedUserView(user),
      conversations: rows.map((row) => conversationRowView(settings, row, deps.store.logId, view)),
      conversationsPagination: { hasMore },
      settings: {
        realtime: {
          enabled,
          baseUrl: liveAddress(deps, originOf(c), user.id),
          retryInterval: RETRY_INTERVAL_SECONDS,
          maxConnectionAttempts: MAX_CONNECTION_ATTEMPTS,
          connectionDelay: realtime.connectionDelay,
        },
        typing: { enabled: typing.enabled },
      },
    };
  };
