import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useLayoutEffect, useRef } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { fillVariables } from '../../../shared/fillVariables';
import { type Format, format, replyBody } from '../../model/formatted';
import { pastedMarkdown } from '../../model/pasted';
import { insertAt, repliesFor, slashAt } from '../../model/slash';
import { variablesOf } from '../../model/variables';
import type { Thread } from '../../state/conversations/thread';
import { Formatted } from '../message/Formatted';
import { fitHeight } from '../parts/fitHeight';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useBoxText } from '../parts/useBoxText';
import { useFocusTarget } from '../parts/useFocusTarget';
import { type Desk, isWide, useDesk } from '../parts/view';
import { AttachButton } from './AttachButton';
import { ClosedNotice } from './ClosedNotice';
import { EmojiButton } from './EmojiButton';
import { FormatBar, formatOfKey } from './FormatBar';
import { Overtaken } from './Overtaken';
import { Quoted } from './Quoted';
import { SendMenu } from './SendMenu';
import { SuggestionList } from './SuggestionList';
import { type Suggestion, useSuggestions } from './useSuggestions';

const isSendable = (text: string): boolean => text.trim() !== '' && !isTooLong(text);

/** From this many remaining characters on, the count is shown and announced. */
const FEW_LEFT = 200;

/** How the visitor will see a formatted reply. */
const Preview = ({ text }: { text: string }) => {
  const { markdownText } = replyBody(text);
  return markdownText ? (
    <section class="reply-preview" aria-label="As the visitor will see it">
      <Formatted source={markdownText} />
    </section>
  ) : null;
};

const REPLIES = {
  name: 'Saved replies',
  one: 'saved reply',
  nothing: 'No saved replies yet. Write some with the plus button, Saved replies.',
};

const suggestionOf = ({ _id, shortcut, text }: AgentSavedReply): Suggestion => ({
  id: _id,
  label: `/${shortcut}`,
  detail: text,
  inserted: text,
});

/** The number of remaining characters, or what keys do. */
const Hint = ({ left }: { left: number }) => (
  <p id="composer-hint" class={`composer-hint meta${left < 0 ? ' error' : ''}`}>
    {left < 0
      ? `${-left} characters too many. Shorten the reply or send it in parts.`
      : left < FEW_LEFT
        ? `${left} characters left`
        : 'Enter sends · Shift+Enter: new line · /: saved reply'}
  </p>
);

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
  const { workspace, view } = desk;
  const { drafts } = workspace;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = conversation._id;
  const text = drafts.get(id);
  const left = MAX_TEXT - [...text].length;
  const sendable = isSendable(text);
  useLayoutEffect(() => fitHeight(area.current), [text, id]);
  useFocusTarget('reply', area);
  const write = useBoxText(area);
  const fill = (saved: string): string =>
    fillVariables(saved, variablesOf(conversation, workspace.agentName));
  const { all, status } = workspace.savedReplies;
  const slash = useSuggestions({
    area,
    text,
    wordAt: slashAt,
    offersFor: (word) =>
      repliesFor(all.value, word).map((saved) => suggestionOf({ ...saved, text: fill(saved.text) })),
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

  const send = (): void => {
    // An extension may have written into the box without an event.
    const written = area.current?.value ?? text;
    if (written !== text) workspace.write(id, written);
    if (!isSendable(written)) return;
    if (workspace.send(written)) area.current?.focus();
    else view.focus('overtaken');
  };

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
      <Preview text={text} />
      <div class="composer-box">
        <SendMenu thread={thread} draft={text} insert={(saved) => insert(fill(saved))} />
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
      <div class="composer-foot">
        <EmojiButton onChoose={insert} />
        <FormatBar onFormat={shape} />
        <Hint left={left} />
      </div>
    </form>
  );
};
