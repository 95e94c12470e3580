import { useRef } from 'react';
import { VIEWS, type ViewName } from '../state/listing';
import { Icon } from './Icon';
import { useFocusTarget } from './useFocusTarget';
import { useDesk } from './view';

const WORDS: Record<ViewName, string> = { all: 'All', queued: 'Queued', mine: 'Mine', closed: 'Closed' };

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
        maxLength={200}
        value={listing.query.value}
        onInput={(event) => listing.setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
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

/** The choice of a tag, where conversations have some. */
export const TagFilter = () => {
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

/** The choice of the view. Radio buttons give one tab stop, and arrow keys choose. */
export const Views = () => {
  const { listing } = useDesk().workspace;
  const counts: Partial<Record<ViewName, number>> = listing.counts.value;
  return (
    <fieldset class="views">
      <legend class="visually-hidden">Show</legend>
      {VIEWS.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="view"
            class="visually-hidden"
            checked={listing.view.value === name}
            onChange={() => listing.setView(name)}
          />
          <span>
            {WORDS[name]}
            {(counts[name] ?? 0) > 0 && <span class="count"> {counts[name]}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
