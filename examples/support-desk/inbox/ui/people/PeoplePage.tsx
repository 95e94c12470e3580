import { useEffect, useLayoutEffect, useRef } from 'react';
import type { AgentPerson } from '../../../shared/answers/people';
import { dayAndTime, isoTime } from '../../model/times';
import { LONGEST_SEARCH } from '../../state/conversations/listing';
import { Proven } from '../conversation/Unproven';
import { Announcer } from '../parts/Announcer';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { NotLoaded } from '../parts/LoadedView';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { PersonLink } from '../parts/PersonLink';
import { useDesk } from '../parts/view';

const TYPING_PAUSE_MS = 200;

const Row = ({ person }: { person: AgentPerson }) => {
  const { now } = useDesk().inbox;
  const { displayName, nameFrom, phone, lastSeen, createdAt, visitor } = person;
  const known = [visitor.email, phone, visitor.externalId].filter((one) => one !== undefined);
  return (
    <li>
      <PersonLink class="person-row" appUserId={visitor.appUserId}>
        <Avatar name={displayName} id={visitor.appUserId} />
        <span class="person-who">
          <span class="person-name">
            <bdi>{displayName}</bdi> <Proven nameFrom={nameFrom} />
            {visitor.blocked && <span class="meta"> Blocked</span>}
          </span>
          {known.length > 0 && (
            <span class="secondary person-known">
              {known.map((one) => (
                <bdi key={one}>{one}</bdi>
              ))}
            </span>
          )}
        </span>
        <span class="meta person-seen">
          <span class="visually-hidden">{lastSeen === undefined ? 'Known since ' : 'Last seen '}</span>
          <time dateTime={isoTime(lastSeen ?? createdAt)}>
            {dayAndTime(lastSeen ?? createdAt, now.value)}
          </time>
        </span>
      </PersonLink>
    </li>
  );
};

const Rows = () => {
  const { people } = useDesk().workspace;
  const rows = people.rows.value;
  const status = people.status.value;
  const failed = status !== 'ready' && status !== 'loading';
  if (failed || (rows.length === 0 && status !== 'ready'))
    return <NotLoaded what="The list of people" status={status} retry={() => void people.refresh()} />;
  if (rows.length === 0 && people.searched.value)
    return (
      <Notice
        icon="search"
        title="Nobody found"
        action={{ label: 'Clear the search', run: () => people.setQuery('') }}
      >
        Names, email addresses, phone numbers and external ids are searched. Try a shorter word.
      </Notice>
    );
  if (rows.length === 0)
    return (
      <Notice icon="people" title="No visitors yet">
        Everybody who opens the messenger appears here.
      </Notice>
    );
  return (
    <>
      <ul class="people" aria-label="Visitors" aria-busy={status === 'loading'}>
        {rows.map((person) => (
          <Row key={person.visitor.appUserId} person={person} />
        ))}
      </ul>
      {people.hasMore.value && (
        <button
          type="button"
          class="button quiet"
          disabled={status === 'loading'}
          onClick={() => void people.loadMore()}
        >
          {status === 'loading' ? 'Loading…' : 'Load more'}
        </button>
      )}
    </>
  );
};

/** Searches once the agent stops typing, and at once when the page opens. */
const useSearch = (): void => {
  const { inbox, workspace } = useDesk();
  const { people } = workspace;
  const query = people.query.value;
  const isFirst = useRef(true);
  useEffect(() => {
    const wait = isFirst.current ? 0 : TYPING_PAUSE_MS;
    isFirst.current = false;
    return inbox.clock.after(wait, () => void people.refresh());
  }, [people, inbox, query]);
};

/** All visitors, searched. */
export const PeoplePage = () => {
  const { people } = useDesk().workspace;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useSearch();
  const { length } = people.rows.value;
  const isFound = people.searched.value && people.status.value === 'ready';
  const found =
    length === 1 ? '1 visitor found' : `${length}${people.hasMore.value ? ' or more' : ''} visitors found`;
  return (
    <main class="refused-page">
      <PageHeader title="People" heading={heading} />
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="refused-scroll" aria-label="All visitors" tabIndex={0}>
        <div class="refused-body">
          <search class="search">
            <Icon name="search" />
            <input
              type="search"
              aria-label="Search people"
              placeholder="Name, email, phone or external id"
              dir="auto"
              maxLength={LONGEST_SEARCH}
              value={people.query.value}
              onInput={(event) => people.setQuery(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Escape' || isComposing(event) || !people.query.peek()) return;
                people.setQuery('');
                event.preventDefault();
              }}
            />
          </search>
          <p class="visually-hidden" role="status">
            {isFound ? found : ''}
          </p>
          <Rows />
        </div>
      </section>
      <Announcer />
    </main>
  );
};
