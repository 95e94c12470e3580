import type { ApiFailure } from '../../../../examples/support-desk/inbox/model/apiResult';
import type { SavedRepliesApi } from '../../../../examples/support-desk/inbox/services/savedRepliesApi';
import type { AgentSavedFile } from '../../../../examples/support-desk/shared/answers/acts';
import type { AgentSavedReply } from '../../../../examples/support-desk/shared/answers/work';

/** The saved replies of the fake desk. */
export class FakeSavedReplies {
  all: AgentSavedReply[] = [];
  failure: ApiFailure | undefined;
  unusedTags: string[] = [];
  /** The files that were uploaded, and why the next one is refused. */
  files: AgentSavedFile[] = [];
  fileRefusal: string | undefined;
  private ids = 0;

  /** @param changed tells the agents */
  constructor(private readonly changed: () => void) {}

  add(shortcut: string, text: string, more: Partial<AgentSavedReply> = {}): AgentSavedReply {
    this.ids += 1;
    const nothing = { folder: '', acts: [], files: [] };
    const by = { author: 'Maya', savedAt: this.ids };
    const reply: AgentSavedReply = { _id: `reply-${this.ids}`, shortcut, text, ...nothing, ...by, ...more };
    this.all.push(reply);
    return reply;
  }

  readonly api: SavedRepliesApi = {
    read: async () =>
      this.failure
        ? { ok: false, failure: this.failure }
        : { ok: true, value: structuredClone({ replies: this.all, unusedTags: this.unusedTags }) },
    save: async ({ shortcut, text, savedAt, folder = '', acts = [], files: ids = [] }, id) => {
      if (this.failure) return { ok: false, failure: this.failure };
      const taken = this.all.some((reply) => reply.shortcut === shortcut && reply._id !== id);
      if (taken) return { ok: false, failure: 'conflict', reason: `Another one has /${shortcut}` };
      const known = this.all.find((reply) => reply._id === id);
      if (known && savedAt !== known.savedAt)
        return { ok: false, failure: 'conflict', reason: 'Ben has changed this reply in the meantime' };
      const named = known?.files ?? [];
      const files = ids.flatMap((one) => [...this.files, ...named].find((file) => file.id === one) ?? []);
      const content = { shortcut, text, folder, acts, files };
      const reply = known
        ? Object.assign(known, { ...content, savedAt: known.savedAt + 1 })
        : this.add(shortcut, text, content);
      this.changed();
      return { ok: true, value: structuredClone(reply) };
    },
    upload: async ({ name, size, type }) => {
      if (this.fileRefusal) return { ok: false, failure: 'rejected', reason: this.fileRefusal };
      const id = `file-${this.files.length}`;
      const file = { id, fileName: name, mediaType: type, size, mediaUrl: `https://desk.example/${name}` };
      this.files.push(file);
      return { ok: true, value: file };
    },
    remove: async (id) => {
      if (this.failure) return { ok: false, failure: this.failure };
      this.all = this.all.filter((reply) => reply._id !== id);
      this.changed();
      return { ok: true, value: undefined };
    },
  };
}
