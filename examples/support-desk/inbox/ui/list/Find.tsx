import { useRef } from 'react';
import { LONGEST_SEARCH } from '../../model/find';
import { VIEWS, type ViewName } from '../../model/listViews';
import { filterWords, VIEW_WORDS } from '../../model/viewWords';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useFocusTarget } from '../parts/useFocusTarget';
import { useDesk } from '../parts/view';

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

type ViewRadioProps = {
  name: string;
  count: number | undefined;
  title?: string;
  checked: boolean;
  onChoose(): void;
};

const ViewRadio = ({ name, count = 0, title, checked, onChoose }: ViewRadioProps) => (
  <label title={title}>
    <input type="radio" name="view" class="visually-hidden" checked={checked} onChange={onChoose} />
    <span>
      <bdi class="view-name">{name}</bdi>
      {count > 0 && <span class="count"> {inThousands(count)}</span>}
    </span>
  </label>
);

/** The choice of the view: those of the inbox, and the saved ones. Radio buttons give one tab stop, and arrow keys choose. */
export const Views = () => {
  const { listing, counts, savedViews, team } = useDesk().workspace;
  const known: Partial<Record<ViewName, number>> = counts.value.value ?? {};
  const current = savedViews.current.value;
  const view = current ? undefined : listing.view.value;
  // Blocked visitors are hidden until somebody looks for them, and what is snoozed while there is none.
  const shown = VIEWS.filter(
    (name) => view === name || (name !== 'blocked' && (name !== 'snoozed' || (known.snoozed ?? 0) > 0)),
  );
  return (
    <fieldset class="views">
      <legend class="visually-hidden">Show</legend>
      {shown.map((name) => (
        <ViewRadio
          key={name}
          name={VIEW_WORDS[name]}
          count={name === 'closed' ? undefined : known[name]}
          checked={view === name}
          onChoose={() => listing.setView(name)}
        />
      ))}
      {savedViews.all.value.map((saved) => (
        <ViewRadio
          key={saved._id}
          name={saved.name}
          title={`${saved.shared ? 'The team’s view' : 'Your view'}: ${filterWords(saved.filter, team.labelOf)}`}
          count={counts.value.value?.views[saved._id]}
          checked={current?._id === saved._id}
          onChoose={() => savedViews.show(saved)}
        />
      ))}
    </fieldset>
  );
};
