import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type FlatSettings, sameSetting } from '../../../shared/settingsPaths';
import type { ApiIssue } from '../../model/apiResult';
import { CAMPAIGNS, unshownPart } from '../../model/settings/campaigns';

/** The desk's complaints about the draft. */
type Mistakes = {
  /** By setting. */
  all: ReadonlySignal<ReadonlyMap<string, string>>;
  /** The desk refused a save. */
  refused(found: readonly ApiIssue[]): void;
  /** The desk checked the preview's draft, which may lack parts of a campaign. */
  previewed(found: readonly ApiIssue[]): void;
  clear(): void;
};

const NONE: ReadonlyMap<string, string> = new Map();

const rowsOf = (found: readonly ApiIssue[]) => found.map(({ path, words }) => [path, words] as const);

/** @param open the campaign that the preview shows */
export const createMistakes = (
  draft: ReadonlySignal<FlatSettings>,
  open: ReadonlySignal<string | undefined>,
): Mistakes => {
  const all = signal(NONE);
  /** The refused campaigns. */
  let refused: unknown;

  /** Whether the preview cannot show this mistake, and it has not been edited since. */
  const stays = (path: string): boolean => {
    const part = unshownPart(path, draft.peek()[CAMPAIGNS], open.peek());
    return part !== undefined && sameSetting(part, unshownPart(path, refused, open.peek()));
  };

  return {
    all,
    refused: (found) => {
      refused = draft.peek()[CAMPAIGNS];
      all.value = new Map(rowsOf(found));
    },
    previewed: (found) => {
      const kept = [...all.peek()].filter(([path]) => stays(path));
      all.value = new Map([...kept, ...rowsOf(found)]);
    },
    clear: () => {
      all.value = NONE;
    },
  };
};
