import { useLayoutEffect, useRef } from 'react';
import type { AgentPerson } from '../../../shared/answers/people';
import { dayAndTime, isoTime } from '../../model/times';
import { PeopleSearch, PersonSummary } from '../conversation/PeopleSearch';
import { Announcer } from '../parts/Announcer';
import { NotLoaded } from '../parts/LoadedView';
import { Notice } from '../parts/Notice';
import { PageHeader } from '../parts/PageHeader';
import { PersonLink } from '../parts/PersonLink';
import { useDesk } from '../parts/view';

const Row = ({ person }: { person: AgentPerson }) => {
  const { now } = useDesk().inbox;
  const { lastSeen, createdAt, partOf, visitor } = person;
  return (
    <li>
      <PersonLink class="person-row" appUserId={partOf?.appUserId ?? visitor.appUserId}>
        <PersonSummary person={person} />
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

/** All visitors, searched. */
export const PeoplePage = () => {
  const { people } = useDesk().workspace;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <main class="refused-page">
      <PageHeader title="People" heading={heading} />
      {/* Focusable, so that the arrow keys scroll it. */}
      <section class="refused-scroll" aria-label="All visitors" tabIndex={0}>
        <div class="refused-body">
          <PeopleSearch people={people} />
          <Rows />
        </div>
      </section>
      <Announcer />
    </main>
  );
};
