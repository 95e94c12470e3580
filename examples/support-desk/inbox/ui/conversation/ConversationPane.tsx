import { useRef } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { failureWords } from '../../model/apiResult';
import { closedSubtitle, describeBrowser } from '../../model/describe';
import { untilWords } from '../../model/snoozes';
import { Icon } from '../parts/Icon';
import { KeyCaps } from '../parts/KeyCaps';
import { SHORTCUTS } from '../parts/keys';
import { Notice } from '../parts/Notice';
import { useFileDrop } from '../parts/useFileDrop';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';
import { Composer } from '../writing/Composer';
import { ConversationActions, standing } from './ConversationActions';
import { MessageLog, Waiting } from './MessageLog';
import { Unproven } from './Unproven';

const Header = ({ conversation }: { conversation: AgentConversation }) => {
  const { workspace, view } = useDesk();
  const details = useRef<HTMLButtonElement>(null);
  useFocusTarget('detailsButton', details);
  const { currentTitle, currentUrl, userAgent } = conversation.visitor;
  const failed = workspace.routing.failed.value.get(conversation._id);
  const stands = standing(conversation, workspace.team);
  const subtitle =
    conversation.status === 'idle'
      ? closedSubtitle(conversation, workspace.team.ownId)
      : conversation.snoozed
        ? `Snoozed ${untilWords(conversation.snoozed.until)}`
        : currentTitle || currentUrl || describeBrowser(userAgent);
  return (
    <header class="pane-header conversation-header">
      <button
        type="button"
        class="icon-button back"
        aria-label="Back to conversations"
        onClick={() => {
          view.focus('list');
          workspace.open(undefined);
        }}
      >
        <Icon name="back" />
      </button>
      <div class="conversation-title">
        <div class="title-line">
          <h2 dir="auto">{conversation.displayName}</h2>
          <Unproven nameFrom={conversation.nameFrom} />
          {stands && (
            <span class={`standing ${stands.kind}`} title={stands.words}>
              {stands.words}
            </span>
          )}
        </div>
        {failed ? (
          <p class="secondary error" role="alert">
            {failed}
          </p>
        ) : (
          subtitle && (
            <p class="secondary" dir="auto">
              {subtitle}
            </p>
          )
        )}
      </div>
      <ConversationActions conversation={conversation} />
      <button
        ref={details}
        type="button"
        class="icon-button details-toggle"
        aria-label="Visitor details"
        aria-expanded={view.detailsOpen.value}
        onClick={() => {
          view.toggleDetails();
        }}
      >
        <Icon name="details" />
      </button>
    </header>
  );
};

/** Replaces an open conversation that the list does not have. */
const Absent = () => {
  const { workspace, view } = useDesk();
  const state = workspace.finding.state.value;
  const back = {
    label: 'Back to conversations',
    run: () => {
      view.focus('list');
      workspace.open(undefined);
    },
  };
  return (
    <section class="pane conversation-pane" aria-label="Conversation">
      {state === 'found' || state === 'looking' ? (
        <div class="log-frame">
          <div class="log-content">
            <Waiting />
          </div>
        </div>
      ) : state === 'gone' ? (
        <Notice icon="alert" title="This conversation is no longer there" action={back}>
          It may have been deleted at the visitor’s request.
        </Notice>
      ) : (
        <Notice
          icon="alert"
          title="The conversation did not load"
          role="alert"
          action={{
            label: 'Try again',
            run: () => {
              workspace.finding.retry();
              void workspace.thread.peek()?.refresh();
            },
          }}
        >
          {failureWords[state]}
        </Notice>
      )}
    </section>
  );
};

/** Without an open conversation: how many visitors wait for an answer, and a link to the longest wait. */
const Nothing = () => {
  const { workspace, view } = useDesk();
  const { items, unreadTotal, hasMore } = workspace.conversations;
  const waiting = items.value.filter(
    ({ waitingSince, status, snoozed, visitor }) =>
      waitingSince !== undefined && status === 'active' && !snoozed && !visitor.blocked,
  );
  const longest = waiting.toSorted((a, b) => (a.waitingSince ?? 0) - (b.waitingSince ?? 0))[0];
  const many = `${waiting.length}${hasMore.value ? ' or more' : ''} visitors are waiting`;
  const waits = waiting.length === 1 && !hasMore.value ? '1 visitor is waiting' : many;
  const rest = unreadTotal.value > 0 ? `${unreadTotal.value} unread` : 'All read';
  return (
    <Notice
      icon={longest ? 'clock' : 'inbox'}
      title={longest ? waits : rest}
      action={
        longest && {
          label: 'Open the longest wait',
          run: () => {
            workspace.open(longest._id);
            view.focus('reply');
          },
        }
      }
    >
      Choose a conversation, or press <kbd>n</kbd> for the next unread one,{' '}
      <KeyCaps of={SHORTCUTS.commands.keys} /> for all commands and <kbd>?</kbd> for all shortcuts.
    </Notice>
  );
};

/** The open conversation, or a hint if none is open. */
export const ConversationPane = () => {
  const { workspace } = useDesk();
  const conversation = workspace.active.value;
  const thread = workspace.thread.value;
  const { items, status } = workspace.conversations;
  const drop = useFileDrop((files) => workspace.sendFiles(files));
  if (conversation && thread) {
    return (
      <section
        class={`pane conversation-pane${drop.over ? ' dropping' : ''}`}
        aria-label={`Conversation with ${conversation.displayName}`}
        {...drop.props}
      >
        <Header conversation={conversation} />
        <MessageLog key={thread.id} thread={thread} conversation={conversation} />
        <Composer conversation={conversation} thread={thread} />
        {drop.over && (
          <p class="drop-target">
            {workspace.notes.isWriting(thread.id)
              ? 'A note has no files. Choose Reply to send files to the visitor.'
              : 'Drop the files to send them'}
          </p>
        )}
      </section>
    );
  }
  if (thread) return <Absent />;
  return (
    <section class="pane conversation-pane" aria-label="Conversation">
      {items.value.length === 0 && status.value.kind === 'ready' && (
        <Notice icon="keyboard" title="Ready when they are">
          While it is quiet: press <kbd>?</kbd> to see how everything here works from the keyboard.
        </Notice>
      )}
      {items.value.length > 0 && <Nothing />}
    </section>
  );
};
