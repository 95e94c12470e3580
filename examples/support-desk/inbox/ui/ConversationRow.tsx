import type { AgentConversation } from '../../shared/agentApi';
import { preview } from '../model/describe';
import { isoTime, shortAgo } from '../model/times';
import { Avatar } from './Avatar';
import { isWide, useDesk } from './view';

type Props = { conversation: AgentConversation; active: boolean; tabStop: boolean };

/** A wide window, or a keyboard: the reply can take the focus without a screen keyboard covering the messages. */
const wantsReply = (event: MouseEvent): boolean => event.detail === 0 || isWide(720);

export const ConversationRow = ({ conversation, active, tabStop }: Props) => {
  const { inbox, workspace, view } = useDesk();
  const { _id, displayName, unreadCount, lastMessage } = conversation;
  const now = inbox.now.value;
  const at = lastMessage?.received ?? conversation.lastUpdatedAt;
  const typing = workspace.visitorTyping.isTyping(_id);
  const draft = active ? '' : workspace.drafts.get(_id);
  const said = typing ? 'Typing…' : preview(conversation, workspace.agentName);
  const asDraft = draft && !typing && unreadCount === 0;
  return (
    <li>
      <button
        type="button"
        class={`row${unreadCount > 0 ? ' unread' : ''}`}
        data-conversation={_id}
        tabIndex={tabStop ? 0 : -1}
        aria-current={active ? 'true' : undefined}
        onClick={(event) => {
          view.setDetails(false);
          workspace.open(_id);
          if (wantsReply(event)) view.focus('reply');
        }}
      >
        <Avatar name={displayName} id={conversation.visitor.appUserId || _id} />
        <span class="row-main">
          <span class="row-top">
            <span class="row-name" dir="auto">
              {displayName}
            </span>{' '}
            <time class="meta" dateTime={isoTime(at)}>
              {shortAgo(at, now)}
            </time>
          </span>{' '}
          <span class="row-bottom">
            <span class={`row-preview${typing ? ' typing' : ''}`} dir="auto">
              {asDraft ? (
                <>
                  <span class="draft">Draft: </span>
                  {draft}
                </>
              ) : (
                said
              )}
            </span>{' '}
            {unreadCount > 0 && (
              <span class="badge">
                {unreadCount > 99 ? '99+' : unreadCount}
                <span class="visually-hidden">{` unread message${unreadCount === 1 ? '' : 's'}`}</span>
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
};
