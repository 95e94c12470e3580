import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { AgentSavedFile, SavedAct } from '../../../shared/answers/acts';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { isShortcut } from '../../../shared/savedReplies';
import { foldersOf } from '../../model/savedList';
import { insertAt } from '../../model/slash';
import { DialogForm } from '../parts/DialogForm';
import { TextField } from '../parts/TextField';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';
import { ActsFields } from './ActsFields';
import { SavedFiles } from './SavedFiles';
import { SavedPreview, VariableHelp } from './VariableHelp';

/** Turns a typed text into a shortcut: without the slash, in lower case, with hyphens for spaces. */
const asShortcut = (typed: string): string =>
  typed.trim().replace(/^\/+/, '').toLowerCase().replace(/\s+/g, '-');

type Props = {
  /** The reply to change; undefined for a new one. */
  reply: AgentSavedReply | undefined;
  /** The text of a new one. */
  draft: string;
  onDone(): void;
  /** By default `onDone`. */
  onCancel?: () => void;
};

/** The folder of a reply: a known one, or a new name. */
const FolderField = ({ value, onInput }: { value: string; onInput(folder: string): void }) => {
  const folders = foldersOf(useDesk().workspace.savedReplies.all.value);
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Folder</label>
      <input
        id={id}
        type="text"
        dir="auto"
        autocomplete="off"
        maxLength={60}
        list={`${id}-known`}
        value={value}
        aria-describedby={`${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <datalist id={`${id}-known`}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
      <p id={`${id}-hint`} class="meta">
        Optional. Replies are listed and found by it.
      </p>
    </div>
  );
};

/** Writes a saved reply, or changes one. */
export const SavedReplyForm = ({ reply, draft, onDone, onCancel = onDone }: Props) => {
  const { savedReplies } = useDesk().workspace;
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [folder, setFolder] = useState(reply?.folder ?? '');
  const [text, setText] = useState(reply?.text ?? draft);
  const [acts, setActs] = useState<readonly SavedAct[]>(reply?.acts ?? []);
  const [files, setFiles] = useState<readonly AgentSavedFile[]>(reply?.files ?? []);
  /** The version that the agent has seen. */
  const read = useRef(reply);
  const first = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);

  const save = async (): Promise<string | undefined> => {
    const wanted = asShortcut(shortcut);
    if (!isShortcut(wanted))
      return 'Give it a shortcut of letters, digits, hyphens and underscores, 40 at most.';
    if (!text.trim()) return 'Write the text that it inserts.';
    if (isTooLong(text)) return `Shorten the text. A reply has at most ${MAX_TEXT} characters.`;
    const input = { shortcut: wanted, text, folder, acts: [...acts], files: files.map((file) => file.id) };
    const problem = await savedReplies.save(input, read.current);
    const now = savedReplies.all.peek().find(({ _id }) => _id === reply?._id);
    if (problem === undefined || !now || now.savedAt === read.current?.savedAt) return problem;
    read.current = now;
    return `${problem} It is now /${now.shortcut}: “${now.text}” Save again to replace that.`;
  };
  const submission = useSubmission(save, onDone);

  return (
    <DialogForm act="Save" submission={submission} onCancel={onCancel}>
      <div class="dialog-fields saved-fields">
        <TextField
          label="Shortcut"
          field={first}
          autocomplete="off"
          maxLength={60}
          value={shortcut}
          onInput={setShortcut}
          hint={
            <>
              Type <bdi>/{asShortcut(shortcut) || 'thanks'}</bdi> in a reply to insert it.
            </>
          }
        />
        <FolderField value={folder} onInput={setFolder} />
        <div class="field">
          <label for={`${id}-text`}>Text</label>
          <textarea
            ref={area}
            id={`${id}-text`}
            dir="auto"
            rows={5}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <VariableHelp
          onInsert={(variable) => {
            const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
            setText(insertAt(text, selectionStart, selectionEnd, variable).text);
            area.current?.focus();
          }}
        />
        <SavedPreview text={text} />
        <SavedFiles files={files} onChange={setFiles} />
        <ActsFields acts={acts} onChange={setActs} />
      </div>
    </DialogForm>
  );
};
