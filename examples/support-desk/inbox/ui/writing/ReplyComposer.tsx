import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useLayoutEffect, useRef } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { type Format, format } from '../../model/formatted';
import { pastedMarkdown } from '../../model/pasted';
import { insertAt, repliesFor, slashAt } from '../../model/slash';
import { fillFor } from '../../model/variables';
import type { Thread } from '../../state/conversations/thread';
import { fitHeight } from '../parts/fitHeight';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useBoxText } from '../parts/useBoxText';
import { useFocusTarget } from '../parts/useFocusTarget';
import { type Desk, isWide, useDesk } from '../parts/view';
import { ActChips } from './ActChips';
import { AttachButton } from './AttachButton';
import { ClosedNotice } from './ClosedNotice';
import { EmojiButton } from './EmojiButton';
import { FormatBar, formatOfKey } from './FormatBar';
import { Overtaken } from './Overtaken';
import { pickSaved, variablesFor } from './pickSaved';
import { Quoted } from './Quoted';
import { Hint, Preview } from './ReplyHints';
import { SendMenu } from './SendMenu';
import { SuggestionList } from './SuggestionList';
import { Unfilled } from './Unfilled';
import { isSendable, useSend } from './useSend';
import { type Suggestion, useSuggestions } from './useSuggestions';

const REPLIES = {
  name: 'Saved replies',
  one: 'saved reply',
  nothing: 'No saved replies yet. Write some with the plus button, Saved replies.',
};

const suggestionOf = (
  { _id, shortcut, folder }: AgentSavedReply,
  inserted: string,
  onInsert: () => void,
): Suggestion => ({
  id: _id,
  label: `/${shortcut}`,
  detail: folder ? `${folder} · ${inserted}` : inserted,
  inserted,
  onInsert,
});

/** Removes the quote; without one, moves the focus to the list. */
const leaveBox = ({ workspace, view }: Desk): void => {
  if (workspace.quoted.peek()) {
    workspace.quote(undefined);
    return;
  }
  // The details may cover the list, and on a phone the list is another page.
  view.setDetails(false);
  view.focus('list');
  if (!isWide(720)) workspace.open(undefined);
};

type Props = { conversation: AgentConversation; thread: Thread };

/** Where the agent writes a reply to the visitor. */
export const ReplyComposer = ({ conversation, thread }: Props) => {
  const desk = useDesk();
  const { workspace } = desk;
  const { drafts } = workspace;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = conversation._id;
  const text = drafts.get(id);
  const left = MAX_TEXT - [...text].length;
  const sendable = isSendable(text);
  useLayoutEffect(() => fitHeight(area.current), [text, id]);
  useFocusTarget('reply', area);
  const write = useBoxText(area);
  const pick = (saved: AgentSavedReply): string => pickSaved(workspace, conversation, saved);
  const { all, status } = workspace.savedReplies;
  const slash = useSuggestions({
    area,
    text,
    wordAt: slashAt,
    offersFor: (word) =>
      repliesFor(all.value, word).map((saved) =>
        suggestionOf(saved, fillFor(saved.text, variablesFor(workspace, conversation)), () => pick(saved)),
      ),
    isEmpty: status.value === 'ready' && all.value.length === 0,
    write,
  });
  const insert = (inserted: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const next = insertAt(text, selectionStart, selectionEnd, inserted);
    write(next.text, next.caret);
  };

  const shape = (how: Format): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const next = format({ text, start: selectionStart, end: selectionEnd }, how);
    write(next.text, next.start, next.end);
  };

  const { send, correct, isAsking } = useSend(desk, { area, id, text, write });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || slash.onKeyDown(event)) return;
    const { selectionStart, selectionEnd } = event.currentTarget as HTMLTextAreaElement;
    const how = formatOfKey(event, selectionStart !== selectionEnd);
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.altKey;
    if (!how && !isEnter && event.key !== 'Escape') return;
    event.preventDefault();
    if (how) shape(how);
    // A held key may have opened the conversation, or chosen a saved reply.
    else if (isEnter && !event.repeat) send();
    else if (event.key === 'Escape') leaveBox(desk);
  };

  const paste = (event: ClipboardEvent): void => {
    const files = pastedFiles(event.clipboardData);
    const formatted = files.length === 0 ? pastedMarkdown(event.clipboardData) : undefined;
    if (files.length === 0 && formatted === undefined) return;
    event.preventDefault();
    if (formatted === undefined) workspace.sendFiles(files);
    else insert(formatted);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Overtaken text={text} />
      <ClosedNotice conversation={conversation} thread={thread} text={text} />
      <Quoted visitorName={conversation.displayName} />
      <SuggestionList suggestions={slash} words={REPLIES} />
      <Unfilled text={text} isAsking={isAsking} onCorrect={correct} onSend={() => send(true)} />
      <Preview text={text} />
      <div class="composer-box">
        <SendMenu thread={thread} draft={text} insert={(saved) => insert(pick(saved))} />
        <AttachButton />
        <textarea
          ref={area}
          aria-label="Reply"
          aria-describedby="composer-hint"
          aria-invalid={left < 0}
          aria-autocomplete="list"
          aria-controls={slash.chosen && slash.listId}
          aria-activedescendant={slash.chosen && slash.optionId(slash.chosen)}
          placeholder="Write a reply"
          dir="auto"
          rows={1}
          value={text}
          onInput={(event) => {
            const { value } = event.currentTarget;
            workspace.write(id, value);
            slash.look();
          }}
          onKeyUp={() => slash.look()}
          onClick={() => slash.look()}
          onKeyDown={onKeyDown}
          onPaste={paste}
        />
        <button type="submit" class="send" aria-label="Send reply" disabled={!sendable}>
          <Icon name="send" />
        </button>
      </div>
      <ActChips conversation={conversation} />
      <div class="composer-foot">
        <EmojiButton onChoose={insert} />
        <FormatBar onFormat={shape} />
        <Hint left={left} />
      </div>
    </form>
  );
};
