import { useId, useRef, useState } from 'react';
import type { SavedAct } from '../../../shared/answers/acts';
import { actWords, withActs } from '../../model/acts';
import { useDesk } from '../parts/view';
import { ActChip } from './ActChips';
import { nameOfAgent } from './pickSaved';

type Props = { acts: readonly SavedAct[]; onChange(acts: readonly SavedAct[]): void };

const ME = 'me';
const ENDS: readonly (readonly [id: string, words: string, act: SavedAct | undefined])[] = [
  ['open', 'Stay open', undefined],
  ['close', 'Close', { act: 'close' }],
  ['tomorrow', 'Snooze until tomorrow', { act: 'snooze', until: 'tomorrow' }],
  ['week', 'Snooze until next Monday', { act: 'snooze', until: 'week' }],
  ['visitor', 'Snooze until the visitor writes', { act: 'snooze' }],
];

const endOf = (acts: readonly SavedAct[]): string => {
  const end = acts.find(({ act }) => act === 'close' || act === 'snooze');
  if (end?.act === 'snooze') return end.until ?? 'visitor';
  return end?.act ?? 'open';
};

/** The tags that the conversation gets. */
const TagsField = ({ acts, onChange }: Props) => {
  const { listing, team } = useDesk().workspace;
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const tags = acts.filter((one) => one.act === 'tag');
  const add = (): void => {
    const tag = text.trim();
    if (tag) onChange(withActs(acts, [{ act: 'tag', tag }]) as SavedAct[]);
    setText('');
  };
  return (
    <div class="field">
      <label for={id}>Add tags</label>
      {tags.length > 0 && (
        <ul class="act-list">
          {tags.map((one) => (
            <ActChip
              key={one.tag}
              act={one}
              words={actWords(one, nameOfAgent(team))}
              onRemove={() => {
                input.current?.focus();
                onChange(acts.filter((other) => other !== one));
              }}
            />
          ))}
        </ul>
      )}
      <div class="field-line">
        <input
          ref={input}
          id={id}
          type="text"
          dir="auto"
          autocomplete="off"
          maxLength={255}
          list={`${id}-known`}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          // The tag must not be forgotten when the form is saved.
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !text.trim()) return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={`${id}-known`}>
          {listing.tags.value.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </div>
    </div>
  );
};

/** What is done once a saved reply is sent. */
export const ActsFields = ({ acts, onChange }: Props) => {
  const { team } = useDesk().workspace;
  const id = useId();
  const assigned = acts.find((one) => one.act === 'assign');
  const agentId = assigned ? (assigned.agentId ?? ME) : '';
  const people = [...team.members.value, ...team.bots.value];
  const isGone = agentId !== '' && agentId !== ME && !people.some((one) => one.id === agentId);
  const without = (...names: string[]): SavedAct[] => acts.filter(({ act }) => !names.includes(act));
  return (
    <fieldset class="saved-acts">
      <legend>After it is sent</legend>
      <TagsField acts={acts} onChange={onChange} />
      <div class="field">
        <label for={`${id}-assign`}>Assign to</label>
        <select
          id={`${id}-assign`}
          value={agentId}
          aria-invalid={isGone}
          onChange={({ currentTarget: { value } }) =>
            onChange([
              ...without('assign'),
              ...(value === '' ? [] : [{ act: 'assign' as const, ...(value !== ME && { agentId: value }) }]),
            ])
          }
        >
          <option value="">As it is</option>
          <option value={ME}>Who sends it</option>
          {isGone && <option value={agentId}>Somebody who left the team</option>}
          {people.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${id}-end`}>The conversation</label>
        <select
          id={`${id}-end`}
          value={endOf(acts)}
          onChange={({ currentTarget: { value } }) => {
            const end = ENDS.find(([one]) => one === value)?.[2];
            onChange([...without('close', 'snooze'), ...(end ? [end] : [])]);
          }}
        >
          {ENDS.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
};
