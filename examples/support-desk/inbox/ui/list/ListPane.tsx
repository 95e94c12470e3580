import { cutText } from '../../../shared/cutText';
import { failureWords } from '../../model/apiResult';
import { Menu } from '../account/Menu';
import { UnsentLink } from '../conversation/UnsentLink';
import { RefusedLink } from '../emails/RefusedLink';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { ConversationList } from './ConversationList';
import { Filters, SearchBox, Views } from './Find';
import { PageButton } from './PageButton';
import { ManyState, SelectionBar } from './Selection';

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

/** Shows that the agent is away, and what the composer of an open conversation announces: unread count, lost connection. */
const Note = () => {
  const { workspace, inbox } = useDesk();
  const { conversations, connection, activeId } = workspace;
  const unread = conversations.unreadTotal.value;
  const lost = connection.value === 'reconnecting';
  return (
    <>
      {inbox.presence.away.value && <span class="meta">Away</span>}
      {unread > 0 && !lost && <span class="meta">{unread} unread</span>}
      <span class="meta" role={activeId.value === undefined ? 'status' : undefined}>
        {lost ? 'Reconnecting…' : ''}
      </span>
    </>
  );
};

/** The hint for an empty view or a search without results. */
const Nothing = () => {
  const { listing } = useDesk().workspace;
  const query = listing.searched.value;
  if (query) {
    return (
      <Notice
        icon="search"
        title={`Nothing found for “${cutText(query, 60)}”`}
        action={{ label: 'Clear the search', run: () => listing.setQuery('') }}
      >
        Names, email addresses, messages, notes, tags and pages are searched. Try a shorter word.
      </Notice>
    );
  }
  const tag = listing.tag.value;
  if (tag) {
    return (
      <Notice
        icon="inbox"
        title={`Nothing here has the tag “${cutText(tag, 60)}”`}
        action={{ label: 'Show any tag', run: () => listing.setTag('') }}
      >
        Conversations get tags from the page that they began on, and from agents.
      </Notice>
    );
  }
  const [title, text] = {
    unassigned: ['Nobody is waiting for an agent', 'Conversations that no agent has taken appear here.'],
    blocked: ['Nobody is blocked', 'What blocked visitors write appears here, and nowhere else.'],
    mentions: ['No note mentions you', 'A colleague mentions you with @ and your name in a note.'],
    mine: ['Nothing is assigned to you yet', 'Open a conversation and assign it to yourself.'],
    snoozed: ['Nothing is snoozed', 'Snoozed conversations are here until they wake.'],
    closed: ['Nothing is closed', 'Conversations that are closed stay here until the visitor writes again.'],
    open: [
      'No open conversations',
      'When a visitor writes, the conversation appears here by itself. Open a page with the messenger and say hello to try it.',
    ],
  }[listing.view.value] as [string, string];
  return (
    <Notice icon="inbox" title={title}>
      {text}
    </Notice>
  );
};

const More = () => {
  const { listing } = useDesk().workspace;
  if (!listing.hasMore.value) return null;
  const loading = listing.status.value === 'loading';
  return (
    <div class="list-more">
      <button type="button" class="button quiet" disabled={loading} onClick={() => void listing.loadMore()}>
        {loading ? 'Loading…' : 'Load older conversations'}
      </button>
    </div>
  );
};

const Body = () => {
  const { conversations, listing } = useDesk().workspace;
  const status = conversations.status.value;
  const asked = listing.status.value;
  if (asked !== 'ready' && asked !== 'loading') {
    return (
      <Notice
        icon="alert"
        title="This did not load"
        role="alert"
        action={{ label: 'Try again', run: () => void listing.refresh() }}
      >
        {failureWords[asked]}
      </Notice>
    );
  }
  if (listing.shown.value.length > 0) {
    return (
      <>
        <ConversationList />
        <More />
      </>
    );
  }
  if (status.kind === 'loading' || asked === 'loading') return <Skeleton />;
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
  return <Nothing />;
};

/** Announces the number of search results to screen readers. */
const Found = () => {
  const { listing } = useDesk().workspace;
  const { length } = listing.shown.value;
  const said = listing.searched.value && listing.status.value === 'ready';
  return (
    <p class="visually-hidden" role="status">
      {said ? (length === 1 ? '1 conversation found' : `${length} conversations found`) : ''}
    </p>
  );
};

export const ListPane = () => (
  <section class="pane list-pane" aria-label="All conversations">
    <header class="pane-header">
      <p class="list-title" aria-hidden="true">
        Inbox
      </p>
      <Note />
      <PageButton page="people" label="People" icon="people" target="peopleButton" />
      <PageButton page="insights" label="Insights" icon="chart" target="insightsButton" />
      <PageButton page="settings-launcher" label="Settings" icon="settings" target="settingsButton" />
      <Menu />
    </header>
    <div class="finder">
      <SearchBox />
      <Views />
      {useDesk().workspace.selecting.on.value ? <SelectionBar /> : <Filters />}
      <ManyState />
      <Found />
    </div>
    <UnsentLink />
    <RefusedLink />
    <Body />
  </section>
);
