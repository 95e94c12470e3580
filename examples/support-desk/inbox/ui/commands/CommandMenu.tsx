import { useId, useLayoutEffect, useRef, useState } from 'react';
import { ranked } from '../../model/ranked';
import { Icon } from '../parts/Icon';
import { isComposing } from '../parts/isComposing';
import { KeyCaps } from '../parts/KeyCaps';
import { shortcutOf } from '../parts/keys';
import { latinKey } from '../parts/latinKey';
import { useModal } from '../parts/useModal';
import { useDesk } from '../parts/view';
import type { Command, Group } from './command';
import { commandsOf } from './owners';

const MOST_SHOWN = 60;

/** The commands by group, in the order of each group's first command. */
const grouped = (commands: readonly Command[]): [Group, Command[]][] => {
  const groups = new Map<Group, Command[]>();
  for (const command of commands) {
    const group = groups.get(command.group) ?? [];
    groups.set(command.group, [...group, command]);
  }
  return [...groups];
};

type OptionProps = { command: Command; id: string; chosen: boolean; onChoose(): void };

const Option = ({ command, id, chosen, onChoose }: OptionProps) => {
  const shortcut = shortcutOf(command.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      class="command"
      role="option"
      aria-selected={chosen}
      // A press would take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="command-label" dir="auto">
        {command.label}
      </span>
      {shortcut && <KeyCaps of={shortcut.keys} />}
    </div>
  );
};

type ResultsProps = {
  id: string;
  groups: ReturnType<typeof grouped>;
  chosen: Command | undefined;
  optionId(command: Command): string;
  onChoose(command: Command): void;
};

const Results = ({ id, groups, chosen, optionId, onChoose }: ResultsProps) => (
  <div id={`${id}-list`} class="commands-list" role="listbox" aria-label="Commands">
    {groups.map(([group, commands]) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
      <div key={group} role="group" aria-label={group}>
        <p class="commands-group meta" aria-hidden="true">
          {group}
        </p>
        {commands.map((command) => (
          <Option
            key={command.id}
            command={command}
            id={optionId(command)}
            chosen={command === chosen}
            onChoose={() => onChoose(command)}
          />
        ))}
      </div>
    ))}
  </div>
);

/**
 * Everything that the agent can do, found by typing: a combobox in a dialog. Enter runs the chosen command, once the
 * menu has closed and the focus is back.
 */
export const CommandMenu = () => {
  const desk = useDesk();
  const { view } = desk;
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const end = useModal(dialog);
  useLayoutEffect(() => field.current?.focus(), []);
  const asked = typed.trim();
  const groups = grouped(ranked(commandsOf(desk, asked), asked, MOST_SHOWN));
  const shown = groups.flatMap(([, commands]) => commands);
  const chosen = shown[Math.min(at, shown.length - 1)];
  const optionId = (command: Command): string => `${id}-${shown.indexOf(command)}`;
  const chosenId = chosen && optionId(chosen);
  useLayoutEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView?.({ block: 'nearest' });
  }, [chosenId, typed]);

  const close = (): void => {
    end();
    view.show(undefined);
  };
  const write = (text: string): void => {
    setTyped(text);
    setAt(0);
  };
  const choose = (command: Command): void => {
    if ('fills' in command) {
      write(command.fills);
      field.current?.focus();
      return;
    }
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.altKey) return;
    const { length } = shown;
    const isToggle = (event.ctrlKey || event.metaKey) && latinKey(event).toLowerCase() === 'k';
    if (isToggle) close();
    else if (event.key === 'ArrowDown' && length > 0) setAt((Math.min(at, length - 1) + 1) % length);
    else if (event.key === 'ArrowUp' && length > 0) setAt((Math.min(at, length - 1) - 1 + length) % length);
    else if (event.key !== 'Enter') return;
    else if (chosen) choose(chosen);
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      class="dialog commands"
      aria-label="Commands"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A browser may close it on Escape without `cancel`.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.preventDefault();
        close();
      }}
      // A press outside it.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div class="commands-field">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Command"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          placeholder="Type a command or a name"
          dir="auto"
          maxLength={200}
          value={typed}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <p class="visually-hidden" role="status">
        {asked && (shown.length === 1 ? '1 command' : `${shown.length} commands`)}
      </p>
      <Results id={id} groups={groups} chosen={chosen} optionId={optionId} onChoose={choose} />
      {shown.length === 0 && <p class="commands-none secondary">Nothing like it.</p>}
    </dialog>
  );
};
