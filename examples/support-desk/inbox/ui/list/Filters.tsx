import type { ComponentChildren } from 'preact';
import { canFilter, SORTS, type Sort } from '../../model/listViews';
import { SORT_WORDS, WAITS, waitWords } from '../../model/viewWords';
import { MenuButton } from '../parts/MenuButton';
import { useDesk } from '../parts/view';
import { useViewItems, ViewChanged } from './ViewState';

type SelectProps = {
  label: string;
  value: string;
  /** What it has while nothing is chosen. */
  none: string;
  onChange(value: string): void;
  children: ComponentChildren;
};

const Select = ({ label, value, none, onChange, children }: SelectProps) => (
  <select
    class="tag-filter"
    aria-label={label}
    data-chosen={value !== none}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  >
    {children}
  </select>
);

/** The choice of a tag, if conversations have any. */
const TagFilter = () => {
  const { listing } = useDesk().workspace;
  const chosen = listing.tag.value;
  const tags = listing.tags.value;
  const options = chosen && !tags.includes(chosen) ? [chosen, ...tags] : tags;
  if (options.length === 0) return null;
  return (
    <Select label="Tag" value={chosen} none="" onChange={(tag) => listing.choose({ tag })}>
      <option value="">Any tag</option>
      {options.map((tag) => (
        <option key={tag} value={tag}>
          {tag}
        </option>
      ))}
    </Select>
  );
};

/** The order of the list. */
const SortChoice = () => {
  const { listing } = useDesk().workspace;
  return (
    <Select
      label="Order"
      value={listing.sort.value}
      none="newest"
      onChange={(sort) => listing.choose({ sort: sort as Sort })}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {SORT_WORDS[sort]}
        </option>
      ))}
    </Select>
  );
};

/** The choice of an agent or a bot. One who was removed stays chosen, and is shown as such. */
const AgentFilter = () => {
  const { listing, team } = useDesk().workspace;
  const { agentId } = listing.chosen.value;
  const known = [...team.members.value, ...team.bots.value];
  return (
    <Select label="Agent" value={agentId} none="" onChange={(id) => listing.choose({ agentId: id })}>
      <option value="">Any agent</option>
      {agentId && !known.some(({ id }) => id === agentId) && (
        <option value={agentId}>{team.labelOf(agentId)}</option>
      )}
      {known.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  );
};

/** How long visitors have waited for an answer at least. */
const WaitFilter = () => {
  const { listing } = useDesk().workspace;
  const { waits } = listing.chosen.value;
  const options = waits === 0 || WAITS.includes(waits) ? WAITS : [waits, ...WAITS];
  return (
    <Select
      label="Wait"
      value={String(waits)}
      none="0"
      onChange={(seconds) => listing.choose({ waits: Number(seconds) })}
    >
      <option value="0">Any wait</option>
      {options.map((seconds) => (
        <option key={seconds} value={String(seconds)}>
          {waitWords(seconds, 'short')} or longer
        </option>
      ))}
    </Select>
  );
};

/** Shows the filters by agent and wait, and what is done with views. */
export const FilterMenu = () => {
  const { workspace, view } = useDesk();
  const { listing } = workspace;
  const { agentId, waits } = listing.chosen.value;
  const isOpen = view.filtersOpen.value || agentId !== '' || waits > 0;
  const more = { id: 'more', label: 'By agent and wait', run: () => view.openFilters(true) };
  const none = {
    id: 'none',
    label: 'Any agent and wait',
    run: () => {
      view.openFilters(false);
      listing.choose({ agentId: '', waits: 0 });
    },
  };
  const groups = [
    { title: 'Filters', items: [isOpen ? none : more] },
    { title: 'Views', items: useViewItems() },
  ];
  return (
    <MenuButton
      label="Filters and views"
      icon="dots"
      place="below"
      groups={groups.filter((group) => group.items.length > 0)}
    />
  );
};

/** The order of the list, its filters, and the button that begins to select rows. */
export const Filters = () => {
  const { workspace, view } = useDesk();
  const { listing, selecting } = workspace;
  const { agentId, waits } = listing.chosen.value;
  const can = canFilter(listing.view.value);
  const isOpen = view.filtersOpen.value || agentId !== '' || waits > 0;
  return (
    <>
      <div class="filters">
        <SortChoice />
        <TagFilter />
        {listing.shown.value.length > 0 && (
          <button type="button" class="button quiet" onClick={() => selecting.begin()}>
            Select
          </button>
        )}
      </div>
      {isOpen && (can.agent || can.waits) && (
        <div class="filters">
          {can.agent && <AgentFilter />}
          {can.waits && <WaitFilter />}
        </div>
      )}
      <ViewChanged />
    </>
  );
};
