import { failureWords } from '../api';
import { ConversationList } from './ConversationList';
import { Menu } from './Menu';
import { Notice } from './Notice';
import { useDesk } from './view';

const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">Loading conversations…</span>
    {[0, 1, 2, 3, 4].map((row) => (
      <div key={row} class="skeleton-row" aria-hidden="true">
        <span class="skeleton-disc" />
        <span class="skeleton-lines">
          <span />
          <span />
        </span>
      </div>
    ))}
  </div>
);

/** What is unread, or quiet words on the live connection; beside an open conversation the composer says those. */
const Note = () => {
  const { conversations, connection, activeId } = useDesk().workspace;
  const unread = conversations.unreadTotal.value;
  const away = connection.value === 'reconnecting' && activeId.value === undefined;
  return (
    <>
      {unread > 0 && !away && <span class="meta">{unread} unread</span>}
      <span class="meta" role="status">
        {away ? 'Reconnecting…' : ''}
      </span>
    </>
  );
};

const Body = () => {
  const { conversations } = useDesk().workspace;
  const status = conversations.status.value;
  if (conversations.items.value.length > 0) return <ConversationList />;
  if (status.kind === 'loading') return <Skeleton />;
  if (status.kind === 'failed') {
    return (
      <Notice
        icon="alert"
        title="Conversations did not load"
        role="alert"
        action={{ label: 'Try again', run: () => void conversations.refresh() }}
      >
        {failureWords[status.failure]}
      </Notice>
    );
  }
  return (
    <Notice icon="inbox" title="No conversations yet">
      When a visitor writes, the conversation appears here by itself. Open a page with the messenger and say
      hello to try it.
    </Notice>
  );
};

export const ListPane = () => {
  return (
    <section class="pane list-pane" aria-label="All conversations">
      <header class="pane-header">
        <p class="list-title" aria-hidden="true">
          Inbox
        </p>
        <Note />
        <Menu />
      </header>
      <Body />
    </section>
  );
};
