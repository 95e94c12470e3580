import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { isShortcut } from '../../../shared/savedReplies';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

/** Turns a typed text into a shortcut: without the slash, in lower case, with hyphens for spaces. */
const asShortcut = (typed: string): string =>
  typed.trim().replace(/^\/+/, '').toLowerCase().replace(/\s+/g, '-');

type Props = {
  /** The reply to change; undefined for a new one. */
  reply: AgentSavedReply | undefined;
  /** The text of a new one. */
  draft: string;
  onDone(): void;
};

/** Writes a saved reply, or changes one. */
export const SavedReplyForm = ({ reply, draft, onDone }: Props) => {
  const { savedReplies } = useDesk().workspace;
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [text, setText] = useState(reply?.text ?? draft);
  /** The version that the agent has seen. */
  const read = useRef(reply);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);

  const save = async (): Promise<string | undefined> => {
    const wanted = asShortcut(shortcut);
    if (!isShortcut(wanted))
      return 'Give it a shortcut of letters, digits, hyphens and underscores, 40 at most.';
    if (!text.trim()) return 'Write the text that it inserts.';
    if (isTooLong(text)) return `Shorten the text. A reply has at most ${MAX_TEXT} characters.`;
    const problem = await savedReplies.save({ shortcut: wanted, text }, read.current);
    const now = savedReplies.all.peek().find(({ _id }) => _id === reply?._id);
    if (problem === undefined || !now || now.savedAt === read.current?.savedAt) return problem;
    read.current = now;
    return `${problem} It is now /${now.shortcut}: “${now.text}” Save again to replace that.`;
  };
  const submission = useSubmission(save, onDone);

  return (
    <DialogForm act="Save" submission={submission} onCancel={onDone}>
      <div class="field">
        <label for={`${id}-shortcut`}>Shortcut</label>
        <input
          ref={first}
          id={`${id}-shortcut`}
          type="text"
          dir="auto"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={60}
          value={shortcut}
          aria-describedby={`${id}-hint`}
          onInput={(event) => setShortcut(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} class="meta">
          Type <bdi>/{asShortcut(shortcut) || 'thanks'}</bdi> in a reply to insert it.
        </p>
      </div>
      <div class="field">
        <label for={`${id}-text`}>Text</label>
        <textarea
          id={`${id}-text`}
          dir="auto"
          rows={5}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
    </DialogForm>
  );
};
