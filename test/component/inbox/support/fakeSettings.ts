import type {
  ApiIssue,
  ApiRefusal,
  ApiResult,
} from '../../../../examples/support-desk/inbox/model/apiResult';
import type { SettingsApi } from '../../../../examples/support-desk/inbox/services/settingsApi';
import type { AgentCampaignFigures } from '../../../../examples/support-desk/shared/answers/insights';
import type {
  AgentSettingsAnswer,
  AgentSettingsVersion,
} from '../../../../examples/support-desk/shared/answers/settings';
import { changesBetween, flatten } from '../../../../examples/support-desk/shared/settingsPaths';

const T0 = 1_760_000_000;

/** The settings of a desk in memory, with the same rules for versions as the real one. */
export class FakeSettings {
  /** @param author the name of who saves */
  constructor(private readonly author: () => string) {}

  values: Record<string, unknown>[] = [{}];
  versions: AgentSettingsVersion[] = [];
  fixed: Record<string, unknown> = {};
  fileProblem: string | undefined;
  /** What the desk finds wrong with each value, if anything. */
  check: (value: Record<string, unknown>) => ApiIssue[] = () => [];
  /** The drafts that the preview got, oldest first. */
  drafts: unknown[] = [];
  failure: 'network' | undefined;
  /** The types of the uploaded pictures. */
  pictures: string[] = [];
  /** What the next uploads are refused with. */
  pictureRefusal: ApiRefusal | undefined;

  get version(): number {
    return this.values.length - 1;
  }

  /** Saves as another agent, without an event. */
  put(value: Record<string, unknown>, author: string, restored?: number): void {
    const changes = changesBetween(flatten(this.values.at(-1)), flatten(value));
    this.values.push(value);
    this.versions.unshift({ version: this.version, author, savedAt: T0 + this.version, changes, restored });
  }

  private answer(): ApiResult<AgentSettingsAnswer> {
    if (this.failure) return { ok: false, failure: this.failure };
    const [newest] = this.versions;
    return {
      ok: true,
      value: structuredClone({
        version: this.version,
        author: newest?.author,
        savedAt: newest?.savedAt,
        value: this.values.at(-1) ?? {},
        fixed: this.fixed,
        defaults: { messenger: { title: 'Support', position: 'right', launcher: { shape: 'circle' } } },
        fileProblem: this.fileProblem,
      }),
    };
  }

  private store(
    value: Record<string, unknown>,
    { base }: { base: number },
    restored?: number,
  ): ApiResult<AgentSettingsAnswer> {
    if (this.failure) return { ok: false, failure: this.failure };
    if (base !== this.version) return { ok: false, failure: 'conflict', reason: 'Others were faster' };
    const issues = this.check(value);
    if (issues.length > 0) return { ok: false, failure: 'rejected', reason: 'No', issues };
    this.put(value, this.author(), restored);
    return this.answer();
  }

  /** The campaigns' figures. */
  figures: AgentCampaignFigures[] = [];

  readonly api: SettingsApi = {
    read: async () => this.answer(),
    save: async (body) => this.store(structuredClone(body.value), body),
    restore: async (body) => this.store(this.values[body.version] ?? {}, body, body.version),
    history: async () => ({
      ok: true,
      value: { versions: structuredClone(this.versions), hasMore: false },
    }),
    campaigns: async () =>
      this.failure ? { ok: false, failure: this.failure } : { ok: true, value: this.figures },
    addPicture: async (picture) => {
      if (this.pictureRefusal) return this.pictureRefusal;
      this.pictures.push(picture.type);
      return {
        ok: true,
        value: `https://desk.example/uploads/a-picture-${this.pictures.length}/picture.webp`,
      };
    },
    keepDraft: async ({ value }) => {
      if (this.failure) return { ok: false, failure: this.failure };
      const issues = this.check(value);
      if (issues.length > 0) return { ok: false, failure: 'rejected', reason: 'No', issues };
      this.drafts.push(structuredClone(value));
      return { ok: true, value: 'draft' };
    },
  };
}
