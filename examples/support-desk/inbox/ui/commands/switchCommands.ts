import { ATTENTION_WORDS } from '../account/AttentionSwitches';
import { AWAY_WORDS } from '../account/AwaySwitch';
import { UNDO_WORDS } from '../account/UndoSwitch';
import type { Command, Owner } from './command';
import { SINGLE_KEYS_WORDS } from './HelpDialog';

/** Turns something on or off. */
const toggle = (id: string, words: string, on: boolean, set: (on: boolean) => unknown): Command => ({
  id: `switch ${id}`,
  group: 'You',
  label: `${words}: turn ${on ? 'off' : 'on'}`,
  run: () => void set(!on),
});

/** The switches of the menu and the help. */
export const switchCommands: Owner = ({ inbox }) => {
  const { presence, attention, undo } = inbox;
  const ways = ATTENTION_WORDS.filter(
    ([way]) => way !== 'notifications' || attention.obstacle.value === undefined,
  );
  return [
    toggle('away', AWAY_WORDS, presence.away.value, presence.setAway),
    ...ways.map(([way, words]) =>
      toggle(way, words, attention.ways[way].value, (on) => attention.set(way, on)),
    ),
    toggle('undo', UNDO_WORDS, undo.on.value, undo.set),
    toggle('singleKeys', SINGLE_KEYS_WORDS, inbox.singleKeys.value, inbox.setSingleKeys),
  ];
};
