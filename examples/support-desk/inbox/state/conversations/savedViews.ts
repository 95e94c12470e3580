import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentSavedView } from '../../../shared/answers/work';
import type { ListFilter } from '../../../shared/bodies/views';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import { chosenOf, filterOf, isSameFilter } from '../../model/listViews';
import type { ViewsApi } from '../../services/viewsApi';
import type { Listing } from './listing';

/** The views that the agent or the team has saved. */
export type SavedViews = {
  /** The team's, then the agent's own, each by name. */
  all: ReadonlySignal<readonly AgentSavedView[]>;
  /** The one that the list shows, perhaps with changes. */
  current: ReadonlySignal<AgentSavedView | undefined>;
  /** What the list shows now. */
  filter: ReadonlySignal<ListFilter>;
  /** Whether the list shows something else than the current view holds. */
  isChanged: ReadonlySignal<boolean>;
  show(view: AgentSavedView): void;
  /** Fetches them again. */
  refresh(): Promise<void>;
  /**
   * Saves what the list shows as a new view, and shows that. Resolves to what went wrong, if anything.
   * @param shared for the team
   */
  add(name: string, shared: boolean): Promise<string | undefined>;
  /**
   * Changes a view, unless a colleague has changed it since it was read. Resolves to what went wrong, if anything. After
   * a conflict, `all` is up to date.
   */
  change(
    read: AgentSavedView,
    to: Partial<Pick<AgentSavedView, 'name' | 'shared' | 'filter'>>,
  ): Promise<string | undefined>;
  /** Resolves to what went wrong, if anything. The list stays as it is. */
  remove(id: string): Promise<string | undefined>;
};

type SavedViewsDeps = {
  api: ViewsApi;
  listing: Pick<Listing, 'chosen' | 'choose' | 'search' | 'setSearch'>;
  onFailure(failure: ApiFailure): void;
};

const inOrder = (a: AgentSavedView, b: AgentSavedView): number =>
  Number(b.shared) - Number(a.shared) || a.name.localeCompare(b.name, 'en', { numeric: true });

export const createSavedViews = ({ api, listing, onFailure }: SavedViewsDeps): SavedViews => {
  const all = signal<readonly AgentSavedView[]>([]);
  let latest = 0;
  const filter = computed(() => filterOf(listing.chosen.value, listing.search.value));
  const current = computed(() => all.value.find(({ _id }) => _id === listing.chosen.value.saved));
  const isChanged = computed(
    () => current.value !== undefined && !isSameFilter(filter.value, current.value.filter),
  );

  const show = (view: AgentSavedView): void =>
    batch(() => {
      listing.choose({ ...chosenOf(view.filter), saved: view._id });
      listing.setSearch(view.filter.search ?? '');
    });
  /** The list follows its view, unless the agent has changed it. */
  const put = (views: readonly AgentSavedView[]): void => {
    const follows = current.peek() !== undefined && !isChanged.peek();
    all.value = [...views].sort(inOrder);
    const now = current.peek();
    if (follows && now && isChanged.peek()) show(now);
  };
  const refresh = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const answer = await api.read();
    if (mine !== latest) return;
    // The known views remain usable.
    if (answer.ok) put(answer.value);
    else onFailure(answer.failure);
  };
  const wrong = async ({ failure, reason }: { failure: ApiFailure; reason?: string }): Promise<string> => {
    onFailure(failure);
    if (failure === 'conflict') await refresh();
    return (failure === 'rejected' || failure === 'conflict') && reason
      ? `${reason}.`
      : failureWords[failure];
  };
  const save = async (body: Parameters<ViewsApi['save']>[0], id?: string): Promise<string | undefined> => {
    const answer = await api.save(body, id);
    if (!answer.ok) return wrong(answer);
    // A list requested earlier is older.
    latest += 1;
    const saved = answer.value;
    put([...all.peek().filter(({ _id }) => _id !== saved._id), saved]);
    if (id === undefined) listing.choose({ saved: saved._id });
    return undefined;
  };

  return {
    all,
    current,
    filter,
    isChanged,
    show,
    refresh,
    add: (name, shared) => save({ name, shared, filter: filter.peek() }),
    change: ({ _id, savedAt, name, shared, filter: held }, to) =>
      save({ name, shared, filter: held, ...to, savedAt }, _id),
    remove: async (id) => {
      const answer = await api.remove(id);
      if (!answer.ok) return wrong(answer);
      latest += 1;
      put(all.peek().filter(({ _id }) => _id !== id));
      return undefined;
    },
  };
};
