import { failureWords } from '../../model/apiResult';
import { Menu } from '../account/Menu';
import { UnsentLink } from '../conversation/UnsentLink';
import { RefusedLink } from '../emails/RefusedLink';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { ConversationList } from './ConversationList';

import { FilterMenu, Filters } from './Filters';
import { SearchBox, Views } from './Find';
import { Nothing } from './Nothing';
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

/** That this browser plays no sound before the agent uses the inbox. */
const Muted = () => (
  <div role="status">
    {useDesk().inbox.attention.muted.value && <p class="many-state">Click anywhere to hear alerts</p>}
  </div>
);

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
      <div class="finder-line">
        <SearchBox />
        <FilterMenu />
      </div>
      <Views />
      {useDesk().workspace.selecting.on.value ? <SelectionBar /> : <Filters />}
      <Muted />
      <ManyState />
      <Found />
    </div>
    <UnsentLink />
    <RefusedLink />
    <Body />
  </section>
);
