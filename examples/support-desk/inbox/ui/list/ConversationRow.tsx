import { useComputed } from '@preact/signals-react';
import { memo } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { preview } from '../../model/describe';
import { foundWords } from '../../model/find';
import { isoTime, shortAgo } from '../../model/times';
import type { Hit } from '../../state/conversations/listing';
import { standing } from '../conversation/ConversationActions';
import { Proven } from '../conversation/Unproven';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { Marked } from '../parts/Marked';
import { isWide, useDesk } from '../parts/view';

type Props = {
  conversation: AgentConversation;
  hit: Hit | undefined;
  active: boolean;
  tabStop: boolean;
};

/** Whether to focus the reply: in a wide window or after a key press, where no screen keyboard appears. */
const wantsReply = (event: MouseEvent): boolean => event.detail === 0 || isWide(720);

type MarksProps = {
  conversation: AgentConversation;
  /** Whether the row shows the time of the wait instead of that of the message. */
  showsWait: boolean;
};

/** Who has the conversation, and what waits in it. */
const RowMarks = ({ conversation, showsWait }: MarksProps) => {
  const { team, tell } = useDesk().workspace;
  const { unreadCount, waitingSince, mentioned } = conversation;
  const stands = standing(conversation, team);
  // A badge shows that for unread messages.
  const unanswered = waitingSince !== undefined && unreadCount === 0 && !showsWait;
  const isMentioned = mentioned?.includes(team.ownId);
  const isHanded = useComputed(() => tell.isHanded(conversation._id)).value;
  return (
    <>
      {stands && (
        <>
          <span class={`standing ${stands.kind}`} title={stands.words}>
            {stands.words}
          </span>{' '}
        </>
      )}
      {unanswered && (
        <span class="unanswered" title="Waits for an answer">
          <Icon name="clock" />
          <span class="visually-hidden">Waits for an answer</span>
        </span>
      )}
      {isHanded && conversation.assigneeId === team.ownId && (
        <span class="standing" title="You have not opened it since it came to you">
          New<span class="visually-hidden">, you have not opened it since it came to you</span>
        </span>
      )}
      {isMentioned && (
        <span class="mention-mark" title="A note mentions you">
          @<span class="visually-hidden"> A note mentions you</span>
        </span>
      )}
      {unreadCount > 0 && (
        <span class="badge">
          {unreadCount > 99 ? '99+' : unreadCount}
          <span class="visually-hidden">{` unread message${unreadCount === 1 ? '' : 's'}`}</span>
        </span>
      )}
    </>
  );
};

/** What is under way in a conversation. Changes only with it, although the signals behind have all conversations. */
const useUnderWay = (id: string) => {
  const { visitorTyping, drafts, unsentReplies } = useDesk().workspace;
  return {
    typing: useComputed(() => visitorTyping.isTyping(id)).value,
    written: useComputed(() => drafts.get(id)).value,
    waits: useComputed(() => unsentReplies.waits(id)).value,
  };
};

/** Selects the row. The list's key `x` does the same, so that the row stays one tab stop. */
const SelectBox = ({ id, name }: { id: string; name: string }) => {
  const { selecting } = useDesk().workspace;
  const isSelected = useComputed(() => selecting.has(id)).value;
  return (
    <input
      type="checkbox"
      class="row-select"
      tabIndex={-1}
      aria-label={`Select ${name}`}
      checked={isSelected}
      onClick={(event) => selecting.toggle(id, event.shiftKey)}
    />
  );
};

/** Rendered again only for its own changes: the list may have thousands of rows. */
export const ConversationRow = memo(({ conversation, hit, active, tabStop }: Props) => {
  const { inbox, workspace, view } = useDesk();
  const { _id, displayName, nameFrom, unreadCount, lastMessage, missedCallAt } = conversation;
  const now = inbox.now.value;
  const query = workspace.listing.searched.value;
  const found = hit && foundWords(conversation, hit, query);
  const newest = Math.max(lastMessage?.received ?? 0, missedCallAt ?? 0) || conversation.lastUpdatedAt;
  const at = hit?.match?.received ?? newest;
  const { ownId } = workspace.team;
  const since = workspace.listing.sort.value === 'waiting' ? conversation.waitingSince : undefined;
  const { typing, written, waits } = useUnderWay(_id);
  const draft = active ? '' : written;
  const unsent = !active && waits;
  const said = found ?? (typing ? 'Typing…' : preview(conversation, ownId));
  const asDraft = draft && !typing && found === undefined && unreadCount === 0;
  return (
    <li>
      <SelectBox id={_id} name={displayName} />
      <button
        type="button"
        class={`row${unreadCount > 0 ? ' unread' : ''}`}
        data-conversation={_id}
        tabIndex={tabStop ? 0 : -1}
        aria-current={active ? 'true' : undefined}
        onClick={(event) => {
          const { selecting } = workspace;
          if (event.shiftKey || (selecting.on.peek() && !isWide(720)))
            return selecting.toggle(_id, event.shiftKey);
          view.setDetails(false);
          workspace.open(_id);
          if (wantsReply(event)) view.focus('reply');
        }}
      >
        <Avatar name={displayName} id={conversation.visitor.appUserId || _id} />
        <span class="row-main">
          <span class="row-top">
            <span class="row-name" dir="auto">
              <Marked text={displayName} query={query} />
            </span>{' '}
            <Proven nameFrom={nameFrom} />{' '}
            {since === undefined ? (
              <time class="meta" dateTime={isoTime(at)}>
                {shortAgo(at, now)}
              </time>
            ) : (
              <time class="meta wait" dateTime={isoTime(since)} title="Waits for an answer since then">
                <span class="visually-hidden">Waits </span>
                {shortAgo(since, now)}
              </time>
            )}
          </span>{' '}
          <span class="row-bottom">
            <span class={`row-preview${typing && found === undefined ? ' typing' : ''}`} dir="auto">
              {unsent && !typing && found === undefined ? (
                <span class="draft">Not sent yet</span>
              ) : asDraft ? (
                <>
                  <span class="draft">Draft: </span>
                  {draft}
                </>
              ) : (
                <Marked text={said} query={found === undefined ? '' : query} />
              )}
            </span>{' '}
            <RowMarks conversation={conversation} showsWait={since !== undefined} />
          </span>
        </span>
      </button>
    </li>
  );
});
