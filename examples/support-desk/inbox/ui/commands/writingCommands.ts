import { SAMPLES } from '../../model/samples/samples';
import { insertAt } from '../../model/slash';
import type { Desk } from '../parts/view';
import { FILE_WORDS } from '../writing/FileDialog';
import { pickSaved } from '../writing/pickSaved';
import { type Command, type Owner, withShortcut } from './command';
import { shownConversation } from './conversationCommands';

/** Moves to the reply or the note of a conversation. */
const write = ({ workspace, view }: Desk, id: string, note: boolean): void => {
  view.setDetails(false);
  workspace.notes.setWriting(id, note);
  view.focus(note ? 'note' : 'reply');
};

/** What can be written into the open conversation: a reply, a note, a saved reply, files and other kinds of messages. */
export const writingCommands: Owner = (desk, typed) => {
  const conversation = shownConversation(desk);
  if (!conversation) return [];
  const { workspace, view } = desk;
  const { _id } = conversation;
  /** The dialogs of sending belong to the reply. */
  const open = (dialog: Parameters<typeof view.show>[0]) => () => {
    write(desk, _id, false);
    view.show(dialog);
  };
  const commands: Command[] = [
    withShortcut('reply', 'Write', () => write(desk, _id, false)),
    withShortcut('note', 'Write', () => write(desk, _id, true)),
    { id: 'savedReplies', group: 'Write', label: 'Saved replies…', run: open('savedReplies') },
    { id: 'files', group: 'Write', label: 'Send files…', also: 'attach upload picture', run: open('files') },
  ];
  if (!typed) return commands;
  // A quote begins at its message.
  const kinds = SAMPLES.filter(({ id }) => id !== 'quote').map(
    ({ id, label }) => [`sample ${id}`, label] as const,
  );
  for (const [dialog, label] of [['image', FILE_WORDS.image], ['file', FILE_WORDS.file], ...kinds] as const)
    commands.push({ id: `send ${dialog}`, group: 'Write', label: `Send: ${label}…`, run: open(dialog) });
  for (const saved of workspace.savedReplies.all.value)
    commands.push({
      id: `saved ${saved._id}`,
      group: 'Write',
      label: `Insert /${saved.shortcut}`,
      also: `${saved.folder} ${saved.text}`,
      run: () => {
        write(desk, _id, false);
        const draft = workspace.drafts.get(_id);
        const filled = pickSaved(workspace, conversation, saved);
        const inserted = draft && !/\s$/.test(draft) ? ` ${filled}` : filled;
        workspace.write(_id, insertAt(draft, draft.length, draft.length, inserted).text);
      },
    });
  return commands;
};
