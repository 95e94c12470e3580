import type { Clock } from '@porch/messenger/platform/clock';
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentSettingsSaved } from '../../../shared/answers/events';
import type { AgentSettingsAnswer } from '../../../shared/answers/settings';
import {
  changesBetween,
  type FlatSettings,
  flatten,
  sameSetting,
  unflatten,
} from '../../../shared/settingsPaths';
import { type ApiFailure, type ApiRefusal, refusalWords } from '../../model/apiResult';
import { showingCampaign } from '../../model/settings/campaigns';
import { rebase, withSetting } from '../../model/settings/rebase';
import type { SettingsApi } from '../../services/settingsApi';
import { type CampaignPage, createCampaignPage } from './campaigns';
import { createHistory, type History } from './history';
import { createMistakes } from './mistakes';
import { createPreview, type Preview } from './preview';

/** The settings page of a signed-in agent. */
export type Settings = {
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  /** The current version, with who saved it and when. */
  current: ReadonlySignal<AgentSettingsAnswer | undefined>;
  /** The value that a setting would have. */
  valueOf(path: string): unknown;
  /** The same without its default. */
  givenOf(path: string): unknown;
  defaultOf(path: string): unknown;
  /** Whether settings.json sets it, so that it cannot be changed here. */
  isFixed(path: string): boolean;
  /** Whether it differs from the saved value. */
  isChanged(path: string): boolean;
  /** `undefined` restores the default. */
  set(path: string, value: unknown): void;
  /** The same for a choice, where the default itself counts as not set. */
  choose(path: string, value: unknown): void;
  changes: ReadonlySignal<number>;
  discard(): void;
  /** The desk's complaints, by setting. */
  issues: ReadonlySignal<ReadonlyMap<string, string>>;
  saving: ReadonlySignal<boolean>;
  save(): Promise<void>;
  /** Restores an earlier version. */
  restore(version: number): Promise<void>;
  /** Why the last save or restore failed. */
  problem: ReadonlySignal<string | undefined>;
  /** The result of the last action, for the status line. */
  done: ReadonlySignal<string>;
  /** Set if another agent has saved while this one has unsaved changes. */
  conflict: ReadonlySignal<Conflict | undefined>;
  /** Applies this agent's changes to the other's version. */
  keepMine(): void;
  takeTheirs(): void;
  /** Handles a live event: an agent, perhaps this one, has saved. */
  othersSaved(event: AgentSettingsSaved): void;
  /** Reads the settings again after a time without live events. */
  catchUp(): void;
  history: History;
  campaigns: CampaignPage;
  preview: Preview;
  dispose(): void;
};

type Conflict = {
  theirs: AgentSettingsAnswer;
  /** The settings that both agents have changed. */
  both: readonly string[];
};

type SettingsDeps = {
  clock: Pick<Clock, 'after'>;
  api: SettingsApi;
  /** Whether the page is shown. Leaving it drops unsaved changes. */
  shown: ReadonlySignal<boolean>;
  /** Whether the agent may change settings, and so sees the preview of changes. */
  mayChange: ReadonlySignal<boolean>;
  onFailure(failure: ApiFailure): void;
};

export const createSettings = (deps: SettingsDeps): Settings => {
  const { api, shown } = deps;
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const current = signal<AgentSettingsAnswer | undefined>(undefined);
  const draft = signal<FlatSettings>({});
  const saving = signal(false);
  const problem = signal<string | undefined>(undefined);
  const done = signal('');
  const conflict = signal<Conflict | undefined>(undefined);
  const saved = computed(() => flatten(current.value?.value));
  const fixed = computed(() => flatten(current.value?.fixed));
  const defaults = computed(() => flatten(current.value?.defaults));
  const changes = computed(() => changesBetween(saved.value, draft.value).length);
  const history = createHistory(api, deps.onFailure);
  const campaigns = createCampaignPage(deps);
  const mistakes = createMistakes(draft, campaigns.selected);

  const refused = ({ failure, reason, issues: found = [] }: ApiRefusal): void => {
    mistakes.refused(found);
    if (found.length === 0) problem.value = refusalWords({ failure, reason });
    deps.onFailure(failure);
  };
  const preview = createPreview({
    clock: deps.clock,
    api,
    value: computed(() => {
      if (!shown.value || !deps.mayChange.value || status.value !== 'ready') return undefined;
      const value = unflatten(draft.value);
      const id = campaigns.selected.value;
      return id === undefined ? value : showingCampaign(value, id);
    }),
    onRefused: ({ issues: found = [], failure }) => {
      mistakes.previewed(found);
      deps.onFailure(failure);
    },
    onKept: () => mistakes.previewed([]),
  });

  const adopt = (answer: AgentSettingsAnswer): void =>
    batch(() => {
      current.value = answer;
      draft.value = flatten(answer.value);
      conflict.value = undefined;
      problem.value = undefined;
      mistakes.clear();
      status.value = 'ready';
    });

  /** Loads the settings that another agent has saved, or asks first if this agent has unsaved changes. */
  const meet = (theirs: AgentSettingsAnswer): void => {
    const held = current.peek();
    if (theirs.version === held?.version) {
      current.value = theirs;
    } else if (changes.peek() === 0) {
      adopt(theirs);
      if (held) done.value = `${theirs.author ?? 'Somebody'} has saved the settings. They are shown now.`;
    } else {
      const { both } = rebase(saved.peek(), draft.peek(), flatten(theirs.value));
      conflict.value = { theirs, both };
    }
  };

  let reads = 0;
  const read = async (): Promise<void> => {
    reads += 1;
    const mine = reads;
    if (!current.peek()) status.value = 'loading';
    const answer = await api.read();
    if (mine !== reads || !shown.peek()) return;
    if (answer.ok) {
      meet(answer.value);
      status.value = 'ready';
    } else {
      if (!current.peek()) status.value = answer.failure;
      deps.onFailure(answer.failure);
    }
  };

  /** The draft when a save or a restore began; nothing once the page was left. */
  let sent: FlatSettings | undefined;

  /** Runs a save or a restore. `words` describe the result. */
  const change = async (run: () => ReturnType<SettingsApi['save']>, words: string): Promise<void> => {
    if (saving.peek()) return;
    saving.value = true;
    problem.value = undefined;
    done.value = '';
    sent = draft.peek();
    const answer = await run();
    // A pending read may return the earlier settings.
    reads += 1;
    saving.value = false;
    if (answer.ok) {
      // Changes that the agent has made since then remain changes.
      const since = sent && rebase(sent, draft.peek(), flatten(answer.value.value));
      adopt(answer.value);
      if (since) draft.value = since.draft;
      done.value = words;
      history.refresh();
    } else if (answer.failure === 'conflict') {
      await read();
      if (!conflict.peek()) problem.value = answer.reason;
    } else refused(answer);
  };

  const set = (path: string, value: unknown): void => {
    // An upload may end after the agent has left the page.
    if (!current.peek()) return;
    done.value = '';
    draft.value = withSetting(draft.peek(), path, value);
  };

  const base = () => current.peek()?.version ?? 0;

  const forget = (): void => {
    sent = undefined;
    current.value = undefined;
    draft.value = {};
    conflict.value = undefined;
    done.value = '';
    history.clear();
  };
  const stopFollowing = effect(() => {
    const isShown = shown.value;
    untracked(() => {
      if (isShown) void read();
      else forget();
    });
  });

  return {
    status,
    current,
    valueOf: (path) => fixed.value[path] ?? draft.value[path] ?? defaults.value[path],
    givenOf: (path) => fixed.value[path] ?? draft.value[path],
    defaultOf: (path) => defaults.value[path],
    isFixed: (path) => fixed.value[path] !== undefined,
    isChanged: (path) => !sameSetting(draft.value[path], saved.value[path]),
    set,
    choose: (path, value) => {
      const plain = saved.peek()[path] === undefined && sameSetting(value, defaults.peek()[path]);
      set(path, plain ? undefined : value);
    },
    changes,
    discard: () => {
      draft.value = saved.peek();
      mistakes.clear();
      problem.value = undefined;
      done.value = 'Your changes were discarded.';
    },
    issues: mistakes.all,
    saving,
    save: () =>
      change(
        () => api.save({ base: base(), value: unflatten(draft.peek()) }),
        'Saved. Pages that visitors open from now on use it.',
      ),
    restore: (version) =>
      change(
        () => api.restore({ base: base(), version }),
        version === 0 ? 'The first settings are back.' : `Version ${version} is back.`,
      ),
    problem,
    done,
    conflict,
    keepMine: () => {
      const met = conflict.peek();
      if (!met) return;
      const { draft: merged } = rebase(saved.peek(), draft.peek(), flatten(met.theirs.value));
      adopt(met.theirs);
      draft.value = merged;
      done.value = 'Your changes are on top of theirs. Check them and save.';
    },
    takeTheirs: () => {
      const met = conflict.peek();
      if (met) adopt(met.theirs);
    },
    othersSaved: ({ version }) => {
      // While a save is in progress, its answer brings the version.
      if (shown.peek() && !saving.peek() && version > base()) {
        void read();
        history.refresh();
      }
    },
    catchUp: () => {
      if (shown.peek() && !saving.peek()) void read();
    },
    history,
    campaigns,
    preview,
    dispose: () => {
      stopFollowing();
      preview.dispose();
    },
  };
};
