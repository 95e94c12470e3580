import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentCampaignFigures } from '../../../shared/answers/insights';
import type { ApiFailure } from '../../model/apiResult';
import type { SettingsApi } from '../../services/settingsApi';

/** The campaigns of the settings page. */
export type CampaignPage = {
  /** The campaign that is edited, and that the preview shows. */
  selected: ReadonlySignal<string | undefined>;
  select(id?: string): void;
  /** The figures of each campaign, by id. */
  figures: ReadonlySignal<ReadonlyMap<string, AgentCampaignFigures>>;
  /** Whether the figures could not be loaded. */
  failed: ReadonlySignal<boolean>;
  load(): Promise<void>;
};

export const createCampaignPage = (deps: {
  api: Pick<SettingsApi, 'campaigns'>;
  onFailure(failure: ApiFailure): void;
}): CampaignPage => {
  const selected = signal<string | undefined>(undefined);
  const figures = signal<ReadonlyMap<string, AgentCampaignFigures>>(new Map());
  const failed = signal(false);
  return {
    selected,
    select: (id) => {
      selected.value = id;
    },
    figures,
    failed,
    load: async () => {
      const answer = await deps.api.campaigns();
      failed.value = !answer.ok;
      if (answer.ok) figures.value = new Map(answer.value.map((row) => [row._id, row]));
      else deps.onFailure(answer.failure);
    },
  };
};
