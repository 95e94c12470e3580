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

/** Quiet words on the live connection, only while there is something to say. */
const ConnectionNote = () => {
  const { connection } = useDesk().workspace;
  return (
    <p class="connection" role="status">
      {connection.value === 'reconnecting' ? 'Reconnecting…' : ''}
    </p>
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
  const unread = useDesk().workspace.conversations.unreadTotal.value;
  return (
    <section class="pane list-pane" aria-label="All conversations">
      <header class="pane-header">
        <p class="list-title" aria-hidden="true">
          Inbox
        </p>
        {unread > 0 && <span class="meta">{unread} unread</span>}
        <Menu />
      </header>
      <ConnectionNote />
      <Body />
    </section>
  );
};
