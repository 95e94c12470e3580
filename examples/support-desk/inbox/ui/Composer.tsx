import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useLayoutEffect, useRef } from 'react';
import type { AgentConversation } from '../../shared/agentApi';
import { inShort } from '../model/describe';
import { type Format, format, replyBody } from '../model/formatted';
import { insertAt } from '../model/slash';
import type { Thread } from '../state/thread';
import { FormatBar, formatOfKey } from './FormatBar';
import { Formatted } from './Formatted';
import { Icon } from './Icon';
import { AttachButton } from './send/AttachButton';
import { SendMenu } from './send/SendMenu';
import { SlashList } from './send/SlashList';
import { useSlash } from './send/useSlash';
import { useFocusTarget } from './useFocusTarget';
import { isWide, useDesk } from './view';

/** From this many on, the remaining characters are shown and announced. */
const FEW_LEFT = 200;
const MAX_HEIGHT_PX = 192;

/** Fits the height to the text. It sets the style from script, which a strict style-src allows. */
const fit = (area: HTMLTextAreaElement | null): void => {
  if (!area) return;
  area.style.height = 'auto';
  area.style.height = `${Math.min(MAX_HEIGHT_PX, area.scrollHeight)}px`;
};

/** Shows typing or a lost connection. Its space is always reserved, so that the layout does not shift. */
const Note = ({ conversation }: { conversation: AgentConversation }) => {
  const { visitorTyping, connection } = useDesk().workspace;
  const lost = connection.value === 'reconnecting';
  return (
    <p class="typing-note" role="status" data-lost={lost || undefined}>
      {lost ? (
        'Connection lost. Reconnecting… What you send is kept.'
      ) : visitorTyping.isTyping(conversation._id) ? (
        <>
          <span class="typing-dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <bdi>{conversation.displayName}</bdi> is typing…
        </>
      ) : null}
    </p>
  );
};

/** The message that the reply quotes, and a button to remove it. */
const Quoted = ({ visitorName }: { visitorName: string }) => {
  const { workspace, view } = useDesk();
  const quoted = workspace.quoted.value;
  if (!quoted) return null;
  return (
    <div class="quoting">
      <blockquote class="quote">
        <p class="quote-name" dir="auto">
          {visitorName}
        </p>
        <p dir="auto">{inShort(quoted)}</p>
      </blockquote>
      <button
        type="button"
        class="icon-button"
        aria-label="Do not quote"
        onClick={() => {
          workspace.quote(undefined);
          view.focus('reply');
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
};

/** How the visitor will see a reply that has formatting. */
const Preview = ({ text }: { text: string }) => {
  const { markdownText } = replyBody(text);
  return markdownText ? (
    <section class="reply-preview" aria-label="As the visitor will see it">
      <Formatted source={markdownText} />
    </section>
  ) : null;
};

type Props = { conversation: AgentConversation; thread: Thread };

export const Composer = ({ conversation, thread }: Props) => {
  const { workspace, view } = useDesk();
  const { drafts, ownTyping } = workspace;
  const area = useRef<HTMLTextAreaElement>(null);
  const id = conversation._id;
  const text = drafts.get(id);
  const left = MAX_TEXT - [...text].length;
  const sendable = text.trim() !== '' && left >= 0;
  useLayoutEffect(() => fit(area.current), [text, id]);
  useFocusTarget('reply', area);
  /** What is selected once the text is shown. */
  const wanted = useRef<readonly [start: number, end: number] | undefined>(undefined);
  useLayoutEffect(() => {
    if (!wanted.current || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(...wanted.current);
    wanted.current = undefined;
  });
  const write = (next: string, start: number, end = start): void => {
    wanted.current = [start, end];
    drafts.set(id, next);
    ownTyping.input(id, next);
  };
  const { all, status } = workspace.savedReplies;
  const slash = useSlash({ area, text, replies: all.value, ready: status.value === 'ready', write });
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
    if (!sendable) return;
    workspace.send(text);
    area.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and Escape belong to the input method while it composes; Safari reports key code 229 then.
    if (event.isComposing || event.keyCode === 229) return;
    if (slash.onKeyDown(event)) return;
    const how = formatOfKey(event);
    if (how) {
      event.preventDefault();
      shape(how);
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && workspace.quoted.peek()) {
      event.preventDefault();
      workspace.quote(undefined);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      // The details may cover the list, and on a phone the list is another page.
      view.setDetails(false);
      view.focus('list');
      if (!isWide(720)) workspace.open(undefined);
    }
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Note conversation={conversation} />
      <Quoted visitorName={conversation.displayName} />
      <SlashList slash={slash} />
      <Preview text={text} />
      <div class="composer-box">
        <SendMenu thread={thread} draft={text} insert={insert} />
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
            drafts.set(id, value);
            ownTyping.input(id, value);
            slash.look();
          }}
          onKeyUp={() => slash.look()}
          onClick={() => slash.look()}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = pastedFiles(event.clipboardData);
            if (files.length === 0) return;
            event.preventDefault();
            workspace.sendFiles(files);
          }}
        />
        <button type="submit" class="send" aria-label="Send reply" disabled={!sendable}>
          <Icon name="send" />
        </button>
      </div>
      <div class="composer-foot">
        <FormatBar onFormat={shape} />
        <p id="composer-hint" class={`composer-hint meta${left < 0 ? ' error' : ''}`}>
          {left < 0
            ? `${-left} characters too many. Shorten the reply or send it in parts.`
            : left < FEW_LEFT
              ? `${left} characters left`
              : 'Enter sends · Shift+Enter: new line · /: saved reply'}
        </p>
      </div>
    </form>
  );
};
