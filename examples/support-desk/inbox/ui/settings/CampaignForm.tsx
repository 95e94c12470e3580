import { useId } from 'react';
import { CAMPAIGNS, type Campaign, ofField, toField } from '../../model/settings/campaigns';
import { useDesk } from '../parts/view';
import { CampaignRules } from './CampaignRules';
import { FieldNotes, notesId } from './FieldNotes';

type Props = { campaign: Campaign; at: number; fixed: boolean; onChange(change: Partial<Campaign>): void };

type TextProps = Props & {
  name: 'title' | 'text' | 'name';
  label: string;
  hint?: string;
  most: number;
  placeholder?: string;
};

/** The desk's complaints about the campaign's values, without the values' names. */
const useIssues = (at: number): ((name: string) => string | undefined) => {
  const issues = useDesk().workspace.settings.issues.value;
  return (name) => issues.get(`${CAMPAIGNS}/${at}/${name}`)?.replace(/^[^ ]+: /, '');
};

const TextField = ({ campaign, at, fixed, onChange, name, label, hint, most, placeholder }: TextProps) => {
  const id = useId();
  const issue = useIssues(at)(name);
  const common = {
    id,
    dir: 'auto' as const,
    value: campaign[name] ?? '',
    maxLength: most,
    placeholder,
    disabled: fixed,
    'aria-invalid': issue !== undefined,
    'aria-describedby': notesId(id),
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: name === 'text' ? currentTarget.value : currentTarget.value || undefined }),
  };
  return (
    <div class="setting field">
      <label for={id}>{label}</label>
      {name === 'text' ? <textarea rows={3} {...common} /> : <input type="text" {...common} />}
      <FieldNotes {...{ id, hint, issue }} />
    </div>
  );
};

const Moment = ({
  campaign,
  at,
  fixed,
  onChange,
  name,
  label,
}: Props & { name: 'from' | 'to'; label: string }) => {
  const id = useId();
  const issue = useIssues(at)(name);
  return (
    <div class="setting field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={toField(campaign[name])}
        disabled={fixed}
        aria-invalid={issue !== undefined}
        aria-describedby={notesId(id)}
        onInput={(event) => onChange({ [name]: ofField(event.currentTarget.value) })}
      />
      <FieldNotes {...{ id, issue }} />
    </div>
  );
};

export const CampaignForm = (props: Props) => {
  const { campaign, at, fixed, onChange } = props;
  const issueOf = useIssues(at);
  const { agentName } = useDesk().workspace;
  return (
    <div class="setting-group campaign-form">
      <TextField
        {...props}
        name="text"
        label="Message"
        hint="Visitors see two lines of it on a phone."
        most={500}
      />
      <TextField {...props} name="name" label="Who writes it" most={100} placeholder={agentName} />
      <TextField {...props} name="title" label="Name in this list" most={100} />
      <div class="setting">
        <label class="setting-switch">
          <input
            type="checkbox"
            checked={campaign.enabled !== false}
            disabled={fixed}
            onChange={(event) => onChange({ enabled: event.currentTarget.checked ? undefined : false })}
          />
          Visitors see it
        </label>
      </div>
      <div class="pairs">
        <Moment {...props} name="from" label="Begins" />
        <Moment {...props} name="to" label="Ends" />
      </div>
      <CampaignRules {...{ campaign, fixed, issueOf, onChange }} />
    </div>
  );
};
