import type { ApiFailure } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { SavedRepliesApi } from '../../../../examples/support-desk/inbox/services/savedRepliesApi';
import type { AgentSavedReply } from '../../../../examples/support-desk/shared/answers/work';

/** The saved replies of the fake desk. */
export class FakeSavedReplies {
  all: AgentSavedReply[] = [];
  failure: ApiFailure | undefined;
  private ids = 0;

  /** @param changed tells the agents */
  constructor(private readonly changed: () => void) {}

  add(shortcut: string, text: string): AgentSavedReply {
    this.ids += 1;
    const reply = { _id: `reply-${this.ids}`, shortcut, text, author: 'Maya', savedAt: this.ids };
    this.all.push(reply);
    return reply;
  }

  readonly api: SavedRepliesApi = {
    read: async () =>
      this.failure ? { ok: false, failure: this.failure } : { ok: true, value: structuredClone(this.all) },
    save: async ({ shortcut, text, savedAt }, id) => {
      if (this.failure) return { ok: false, failure: this.failure };
      const taken = this.all.some((reply) => reply.shortcut === shortcut && reply._id !== id);
      if (taken) return { ok: false, failure: 'conflict', reason: `Another one has /${shortcut}` };
      const known = this.all.find((reply) => reply._id === id);
      if (known && savedAt !== known.savedAt)
        return { ok: false, failure: 'conflict', reason: 'Ben has changed this reply in the meantime' };
      const reply = known
        ? Object.assign(known, { shortcut, text, savedAt: known.savedAt + 1 })
        : this.add(shortcut, text);
      this.changed();
      return { ok: true, value: structuredClone(reply) };
    },
    remove: async (id) => {
      if (this.failure) return { ok: false, failure: this.failure };
      this.all = this.all.filter((reply) => reply._id !== id);
      this.changed();
      return { ok: true, value: undefined };
    },
  };
}
