import { useRef } from 'react';
import { SORTS, type Sort, VIEWS, type ViewName } from '../../model/listViews';
import { LONGEST_SEARCH } from '../../state/conversations/listing';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';

export const VIEW_WORDS: Record<ViewName, string> = {
  unassigned: 'Unassigned',
  mine: 'Mine',
  mentions: 'Mentions',
  open: 'All',
  snoozed: 'Snoozed',
  closed: 'Closed',
  blocked: 'Blocked',
};

export const SORT_WORDS: Record<Sort, string> = { newest: 'Newest first', waiting: 'Longest wait first' };

/** '1.2k' for 1234: the row of views has little room. */
const inThousands = (count = 0): string =>
  count < 1000 ? `${count}` : `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;

/** The search field. Arrow down moves to the results, Escape clears the search. */
export const SearchBox = () => {
  const { workspace, view } = useDesk();
  const { listing } = workspace;
  const input = useRef<HTMLInputElement>(null);
  useFocusTarget('search', input);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Search conversations"
        placeholder="Search"
        dir="auto"
        maxLength={LONGEST_SEARCH}
        value={listing.query.value}
        onInput={(event) => listing.setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          const toList = () => listing.shown.peek().length > 0 && view.focus('list');
          if (event.key === 'ArrowDown' || event.key === 'Enter') toList();
          else if (event.key !== 'Escape') return;
          else if (listing.query.peek()) listing.setQuery('');
          else toList();
          event.preventDefault();
        }}
      />
    </search>
  );
};

/** The choice of a tag, if conversations have any. */
const TagFilter = () => {
  const { listing } = useDesk().workspace;
  const chosen = listing.tag.value;
  const tags = listing.tags.value;
  const options = chosen && !tags.includes(chosen) ? [chosen, ...tags] : tags;
  if (options.length === 0) return null;
  return (
    <select
      class="tag-filter"
      aria-label="Tag"
      data-chosen={chosen !== ''}
      value={chosen}
      onChange={(event) => listing.setTag(event.currentTarget.value)}
    >
      <option value="">Any tag</option>
      {options.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </select>
  );
};

/** The order of the list. */
const SortChoice = () => {
  const { listing } = useDesk().workspace;
  return (
    <select
      class="tag-filter"
      aria-label="Order"
      data-chosen={listing.sort.value !== 'newest'}
      value={listing.sort.value}
      onChange={(event) => listing.setSort(event.currentTarget.value as Sort)}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_WORDS[sort]}
        </option>
      ))}
    </select>
  );
};

/** The order of the list, its tag filter, and the button that begins to select rows. */
export const Filters = () => {
  const { listing, selecting } = useDesk().workspace;
  return (
    <div class="filters">
      <SortChoice />
      <TagFilter />
      {listing.shown.value.length > 0 && (
        <button type="button" class="button quiet" onClick={() => selecting.begin()}>
          Select
        </button>
      )}
    </div>
  );
};

/** The choice of the view. Radio buttons give one tab stop, and arrow keys choose. */
export const Views = () => {
  const { listing, counts } = useDesk().workspace;
  const known: Partial<Record<ViewName, number>> = counts.value.value ?? {};
  // Blocked visitors are hidden until somebody looks for them, and what is snoozed while there is none.
  const shown = VIEWS.filter(
    (name) =>
      listing.view.value === name || (name !== 'blocked' && (name !== 'snoozed' || (known.snoozed ?? 0) > 0)),
  );
  return (
    <fieldset class="views">
      <legend class="visually-hidden">Show</legend>
      {shown.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="view"
            class="visually-hidden"
            checked={listing.view.value === name}
            onChange={() => listing.setView(name)}
          />
          <span>
            {VIEW_WORDS[name]}
            {name !== 'closed' && (known[name] ?? 0) > 0 && (
              <span class="count"> {inThousands(known[name])}</span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
