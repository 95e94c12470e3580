import { useEffect, useRef, useState } from 'react';
import { countOf, doingWords, doneWords, refusedWords, type Task } from '../../model/manyWords';
import { SnoozeDialog } from '../conversation/SnoozeDialog';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { useDesk } from '../parts/view';
import { SelectionMenu } from './SelectionMenu';

/** Adds a tag to what is selected. */
const AddTag = ({ onAdd }: { onAdd(tag: string): void }) => {
  const { listing } = useDesk().workspace;
  const [tag, setTag] = useState('');
  return (
    <form
      class="selection-tag"
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim()) onAdd(tag.trim());
      }}
    >
      <input
        aria-label="Tag for the selected conversations"
        placeholder="Add a tag"
        maxLength={100}
        list="selection-tags"
        value={tag}
        dir="auto"
        onInput={(event) => setTag(event.currentTarget.value)}
      />
      <datalist id="selection-tags">
        {listing.tags.value.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <button type="submit" class="button quiet" disabled={!tag.trim()}>
        Tag
      </button>
    </form>
  );
};

/** What can be done to the selected conversations. Escape ends it. */
export const SelectionBar = () => {
  const { workspace, view } = useDesk();
  const { selecting, many, listing } = workspace;
  const chosen = selecting.chosen.value;
  const [choosesTime, setChoosesTime] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  const isAll = chosen.length > 0 && chosen.length === listing.shown.value.length;
  useEffect(() => {
    if (all.current) all.current.indeterminate = chosen.length > 0 && !isAll;
  });
  const end = (): void => {
    selecting.end();
    view.focus('list');
  };
  const act = (task: Task): void => {
    many.act(task, chosen);
    end();
  };
  const isNone = chosen.length === 0;
  return (
    <fieldset
      class="selection"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
        event.preventDefault();
        end();
      }}
    >
      <legend class="visually-hidden">Selected conversations</legend>
      <div class="selection-line">
        <label class="selection-all">
          <input ref={all} type="checkbox" checked={isAll} onChange={() => selecting.all()} />
          <span>{isNone ? 'Select all' : `${chosen.length} selected`}</span>
        </label>
        <button type="button" class="button quiet" disabled={isNone} onClick={() => act({ act: 'close' })}>
          Close
        </button>
        {!isNone && <SelectionMenu onAct={act} onChooseTime={() => setChoosesTime(true)} />}
        <button
          type="button"
          class="icon-button"
          aria-label="End selecting"
          title="End selecting"
          onClick={end}
        >
          <Icon name="close" />
        </button>
      </div>
      {!isNone && <AddTag onAdd={(tag) => act({ act: 'tag', tag })} />}
      {choosesTime && (
        <SnoozeDialog
          title={`Snooze ${countOf(chosen.length)}`}
          onSnooze={async (until) => {
            act({ act: 'snooze', until });
            return undefined;
          }}
          onClose={() => setChoosesTime(false)}
        >
          They are out of the way until then. Each wakes before if its visitor writes.
        </SnoozeDialog>
      )}
    </fieldset>
  );
};

/** What is being done to many conversations, with Undo, its result, and what was refused until now. */
export const ManyState = () => {
  const { workspace, view } = useDesk();
  const { many, selecting, listing } = workspace;
  const waiting = many.waiting.value;
  const done = many.done.value;
  const count = selecting.chosen.value.length;
  /** The pressed button goes, and a key leaves no other focus. */
  const press = (act: () => void) => (event: MouseEvent) => {
    act();
    if (event.detail === 0) view.focus(listing.shown.peek().length > 0 ? 'list' : 'search');
  };
  const dismiss = (act: () => void) => (
    <button type="button" class="icon-button" aria-label="Dismiss" onClick={press(act)}>
      <Icon name="close" />
    </button>
  );
  return (
    <>
      <p class="visually-hidden" role="status">
        {selecting.on.value ? `${count} selected` : ''}
      </p>
      <div role="status">
        {waiting && (
          <div class="many-state">
            <p>{doingWords(waiting.task, waiting.count)}</p>
            {waiting.canUndo && (
              <button type="button" class="button quiet" onClick={press(many.undo)}>
                Undo
              </button>
            )}
          </div>
        )}
        {!waiting && done && (
          <div class="many-state">
            <p>{doneWords(done.task, done.count)}</p>
            {dismiss(() => many.dismiss())}
          </div>
        )}
      </div>
      {many.refusals.value.map((refusal) => (
        <div key={JSON.stringify(refusal.task)} class="many-state" role="alert">
          <p dir="auto">{refusedWords(refusal.task, refusal.refused)}</p>
          <button type="button" class="button quiet" onClick={press(() => many.again(refusal))}>
            Try again
          </button>
          {dismiss(() => many.dismiss(refusal))}
        </div>
      ))}
    </>
  );
};
