import { createId } from '@porch/messenger/platform/ids';
import { useEffect, useRef } from 'react';
import {
  CAMPAIGNS,
  type Campaign,
  campaignsOf,
  MOST_CAMPAIGNS,
  stateOf,
  titleOf,
} from '../../model/settings/campaigns';
import { useDesk } from '../parts/view';
import { CampaignForm } from './CampaignForm';
import { FieldNotes, notesId } from './FieldNotes';
import { useSetting } from './useSetting';

const number = (value: number): string => new Intl.NumberFormat().format(value);

/** How often the message was seen, and what visitors did then. */
const Figures = ({ id }: { id: string }) => {
  const { figures, failed } = useDesk().workspace.settings.campaigns;
  const { seen = 0, opened = 0, dismissed = 0, answered = 0 } = figures.value.get(id) ?? {};
  if (failed.value) return <p class="meta">Its figures did not load.</p>;
  return (
    <dl class="campaign-figures">
      {Object.entries({ Seen: seen, Opened: opened, Answered: answered, Dismissed: dismissed }).map(
        ([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
};

type EntryProps = {
  campaign: Campaign;
  at: number;
  fixed: boolean;
  first: boolean;
  onChange(change: Partial<Campaign>): void;
  onRemove(): void;
  onRaise(): void;
};

const Entry = ({ campaign, at, fixed, first, onChange, onRemove, onRaise }: EntryProps) => {
  const { workspace, inbox } = useDesk();
  const { selected, select } = workspace.settings.campaigns;
  const open = selected.value === campaign.id;
  const title = titleOf(campaign);
  return (
    <li class="campaign">
      <button
        type="button"
        class="campaign-title"
        aria-expanded={open}
        onClick={() => select(open ? undefined : campaign.id)}
      >
        <bdi>{title}</bdi>
        <span class="meta">{stateOf(campaign, inbox.now.value * 1000)}</span>
      </button>
      <Figures id={campaign.id} />
      {open && (
        <>
          <CampaignForm {...{ campaign, at, fixed, onChange }} />
          <div class="settings-actions">
            <button type="button" class="button" disabled={fixed || first} onClick={onRaise}>
              Move up
            </button>
            <button type="button" class="button" disabled={fixed} onClick={onRemove}>
              Remove
            </button>
          </div>
        </>
      )}
    </li>
  );
};

/** The campaigns and their figures. */
export const Campaigns = () => {
  const { id, settings, fixed, issue, changed } = useSetting(CAMPAIGNS);
  const { select, load } = settings.campaigns;
  const add = useRef<HTMLButtonElement>(null);
  const campaigns = campaignsOf(settings.valueOf(CAMPAIGNS));
  useEffect(() => {
    void load();
    // The previews of other sections show the window.
    return () => select(undefined);
  }, []);
  const put = (next: Campaign[]) => settings.set(CAMPAIGNS, next.length > 0 ? next : undefined);
  const create = () => {
    const fresh = { id: createId().slice(0, 8), text: 'Can we help you?' };
    put([...campaigns, fresh]);
    select(fresh.id);
  };
  return (
    <>
      <p class="secondary">
        A message above the launcher for visitors who have not asked anything. The first whose rules hold is
        shown; one that was dismissed never comes again.
      </p>
      <div class="setting" data-changed={changed}>
        <ul class="campaigns" aria-label="Campaigns" aria-describedby={notesId(id)}>
          {campaigns.map((campaign, at) => (
            <Entry
              key={campaign.id}
              {...{ campaign, at, fixed, first: at === 0 }}
              onChange={(change) => put(campaigns.map((c, i) => (i === at ? { ...c, ...change } : c)))}
              onRaise={() => put(campaigns.toSpliced(at - 1, 2, campaign, campaigns[at - 1] as Campaign))}
              onRemove={() => {
                put(campaigns.filter((_, i) => i !== at));
                add.current?.focus();
              }}
            />
          ))}
        </ul>
        <FieldNotes {...{ id, fixed, issue }} />
        <button
          ref={add}
          type="button"
          class="button"
          disabled={fixed || campaigns.length >= MOST_CAMPAIGNS}
          onClick={create}
        >
          Add a campaign
        </button>
      </div>
    </>
  );
};
