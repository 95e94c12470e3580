import { useEffect, useRef } from 'react';
import type { AgentPerson } from '../../../shared/answers/people';
import { LONGEST_SEARCH } from '../../model/find';
import type { Workspace } from '../../state/workspaceParts';
import { Avatar } from '../parts/Avatar';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useDesk } from '../parts/view';
import { Proven } from './Unproven';

type State = ReturnType<Workspace['people']['search']>;

const TYPING_PAUSE_MS = 200;

/** Searches once the agent stops typing, and at once when it is first shown. */
const useSearch = (people: State): void => {
  const { clock } = useDesk().inbox;
  const query = people.query.value;
  const isFirst = useRef(true);
  useEffect(() => {
    const wait = isFirst.current ? 0 : TYPING_PAUSE_MS;
    isFirst.current = false;
    return clock.after(wait, () => void people.refresh());
  }, [people, clock, query]);
};

/** The search of visitors, with what it found for screen readers. */
export const PeopleSearch = ({ people, autofocus }: { people: State; autofocus?: boolean }) => {
  useSearch(people);
  const { length } = people.rows.value;
  const isFound = people.searched.value && people.status.value === 'ready';
  const found =
    length === 1 ? '1 visitor found' : `${length}${people.hasMore.value ? ' or more' : ''} visitors found`;
  return (
    <>
      <search class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Search people"
          placeholder="Name, email, phone or external id"
          dir="auto"
          autofocus={autofocus}
          maxLength={LONGEST_SEARCH}
          value={people.query.value}
          onInput={(event) => {
            // Nothing that a dialog must keep.
            event.stopPropagation();
            people.setQuery(event.currentTarget.value);
          }}
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
    </>
  );
};

/** Who a visitor is, in a row. */
export const PersonSummary = ({ person }: { person: AgentPerson }) => {
  const { displayName, nameFrom, phone, partOf, visitor } = person;
  const known = [visitor.email, phone, visitor.externalId].filter((one) => one !== undefined);
  return (
    <>
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
        {partOf && (
          <span class="meta">
            Merged into <bdi>{partOf.displayName}</bdi>
          </span>
        )}
      </span>
    </>
  );
};
