import type { ViewsApi } from '../../../../examples/support-desk/inbox/services/viewsApi';
import type { AgentSavedView } from '../../../../examples/support-desk/shared/answers/work';
import type { ListFilter } from '../../../../examples/support-desk/shared/bodies/views';

/** The saved views of the fake desk. */
export class FakeViews {
  all: AgentSavedView[] = [];
  private ids = 0;

  /** @param changed tells the agents */
  constructor(private readonly changed: () => void) {}

  add(name: string, filter: ListFilter, shared = true): AgentSavedView {
    this.ids += 1;
    const view = { _id: `view-${this.ids}`, name, shared, filter, author: 'Ben', savedAt: this.ids };
    this.all.push(view);
    return view;
  }

  counts = (): Record<string, number> => Object.fromEntries(this.all.map(({ _id }, i) => [_id, i + 1]));

  /** A colleague changes or removes a view. */
  byColleague(change: () => void): void {
    change();
    this.changed();
  }

  readonly api: ViewsApi = {
    read: async () => ({ ok: true, value: structuredClone(this.all) }),
    save: async ({ name, shared, filter, savedAt }, id) => {
      const taken = this.all.find((one) => one.name === name && one._id !== id);
      if (taken) return { ok: false, failure: 'conflict', reason: `There is a view with the name ${name}` };
      const known = this.all.find(({ _id }) => _id === id);
      if (known && savedAt !== known.savedAt)
        return { ok: false, failure: 'conflict', reason: 'Ben has changed this view in the meantime' };
      const view = known
        ? Object.assign(known, { name, shared, filter, savedAt: known.savedAt + 1 })
        : this.add(name, filter, shared);
      this.changed();
      return { ok: true, value: structuredClone(view) };
    },
    remove: async (id) => {
      this.all = this.all.filter(({ _id }) => _id !== id);
      this.changed();
      return { ok: true, value: undefined };
    },
  };
}
