import { useId } from 'react';
import {
  type Campaign,
  MOST_RULES,
  newRule,
  PAGE_TESTS,
  type PageTest,
  RULES,
  type Rule,
} from '../../model/settings/campaigns';
import { Icon } from '../parts/Icon';
import { FieldNotes, notesId } from './FieldNotes';

type Props = {
  campaign: Campaign;
  fixed: boolean;
  issueOf(name: string): string | undefined;
  onChange(change: Partial<Campaign>): void;
};

type RowProps = { rule: Rule; name: string; fixed: boolean; issue?: string; onChange(rule: Rule): void };

const Options = ({ of }: { of: Readonly<Record<string, string>> }) => (
  <>
    {Object.entries(of).map(([value, label]) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

/** The value that a rule compares with. */
const RuleValue = ({ rule, name, fixed, issue, onChange }: RowProps) => {
  const id = useId();
  const told = { 'aria-invalid': issue !== undefined, 'aria-describedby': notesId(id) };
  if (rule.on === 'exit' || rule.on === 'returning') return null;
  if (rule.on === 'page') {
    return (
      <>
        <select
          aria-label={`${name}: comparison`}
          value={rule.how}
          disabled={fixed}
          onChange={(event) => onChange({ ...rule, how: event.currentTarget.value as PageTest })}
        >
          <Options of={PAGE_TESTS} />
        </select>
        <input
          type="text"
          dir="ltr"
          aria-label={`${name}: address`}
          value={rule.value}
          maxLength={500}
          disabled={fixed}
          {...told}
          onInput={(event) => onChange({ ...rule, value: event.currentTarget.value })}
        />
        <FieldNotes {...{ id, issue }} />
      </>
    );
  }
  const isTime = rule.on === 'time';
  return (
    <>
      <input
        type="number"
        aria-label={`${name}: ${isTime ? 'seconds' : 'percent'}`}
        min={isTime ? 0 : 1}
        max={isTime ? 3600 : 100}
        value={String(rule.value)}
        disabled={fixed}
        {...told}
        onInput={(event) => onChange({ ...rule, value: Number(event.currentTarget.value) })}
      />
      <span class="secondary">{isTime ? 'seconds' : '%'}</span>
      <FieldNotes {...{ id, issue }} />
    </>
  );
};

/** The conditions for a campaign's message. */
export const CampaignRules = ({ campaign, fixed, issueOf, onChange }: Props) => {
  const { rules = [], any = false } = campaign;
  const replace = (at: number, rule: Rule) =>
    onChange({ rules: rules.map((one, i) => (i === at ? rule : one)) });
  return (
    <fieldset class="setting campaign-rules">
      <legend class="setting-legend">When it is shown</legend>
      {rules.length === 0 && <p class="secondary">At once, on every page.</p>}
      {rules.length > 1 && (
        <select
          aria-label="How many rules must hold"
          value={any ? 'any' : 'all'}
          disabled={fixed}
          onChange={(event) => onChange({ any: event.currentTarget.value === 'any' || undefined })}
        >
          <option value="all">All of these rules hold</option>
          <option value="any">One of these rules holds</option>
        </select>
      )}
      {rules.map((rule, at) => {
        const name = `Rule ${at + 1}`;
        const issue = issueOf(`rules/${at}/value`);
        return (
          <div class="campaign-rule" key={at}>
            <select
              aria-label={name}
              value={rule.on}
              disabled={fixed}
              onChange={(event) => replace(at, newRule(event.currentTarget.value as Rule['on']))}
            >
              <Options of={RULES} />
            </select>
            <RuleValue {...{ rule, name, fixed, issue }} onChange={(next) => replace(at, next)} />
            <button
              type="button"
              class="icon-button"
              aria-label={`${name}: remove`}
              disabled={fixed}
              onClick={() => onChange({ rules: rules.filter((_, i) => i !== at) })}
            >
              <Icon name="close" />
            </button>
          </div>
        );
      })}
      <button
        type="button"
        class="button quiet"
        disabled={fixed || rules.length >= MOST_RULES}
        onClick={() => onChange({ rules: [...rules, newRule(rules.length === 0 ? 'page' : 'time')] })}
      >
        Add a rule
      </button>
    </fieldset>
  );
};
