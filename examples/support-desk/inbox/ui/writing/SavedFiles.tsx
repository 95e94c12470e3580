import { useId, useRef, useState } from 'react';
import type { AgentSavedFile } from '../../../shared/answers/acts';
import { MOST_FILES } from '../../../shared/savedReplies';
import { sizeWords } from '../../model/describe';
import { Icon } from '../parts/Icon';
import { useDesk } from '../parts/view';
import { ActMark } from './ActChips';

type Props = { files: readonly AgentSavedFile[]; onChange(files: readonly AgentSavedFile[]): void };

/** The pictures and files that are sent after a saved reply. */
export const SavedFiles = ({ files, onChange }: Props) => {
  const { savedReplies } = useDesk().workspace;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isFull = files.length >= MOST_FILES;

  const take = async (chosen: readonly File[]): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    const kept = [...files];
    const wrong: string[] = [];
    for (const file of chosen) {
      if (kept.length >= MOST_FILES) {
        wrong.push(`A reply has ${MOST_FILES} files or fewer.`);
        break;
      }
      const answer = await savedReplies.upload(file);
      if (typeof answer === 'string') wrong.push(`${file.name}: ${answer}`);
      else kept.push(answer);
    }
    setBusy(false);
    setProblem(wrong.join(' '));
    onChange(kept);
  };

  return (
    <fieldset class="saved-files" aria-describedby={`${id}-hint`}>
      <legend>Pictures and files</legend>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id} class="said-tag act-chip">
              <ActMark act={{ act: 'file', file }} />
              <span class="act-words" dir="auto">
                {file.fileName}{' '}
                <span class="meta">
                  {file.mediaUrl === undefined ? 'no longer there' : sizeWords(file.size)}
                </span>
              </span>
              <button
                type="button"
                class="tag-remove"
                aria-label={`Remove ${file.fileName}`}
                onClick={() => {
                  add.current?.focus();
                  onChange(files.filter((one) => one !== file));
                }}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        ref={add}
        type="button"
        class="button"
        aria-disabled={busy || isFull}
        onClick={() => !busy && !isFull && input.current?.click()}
      >
        <Icon name="attach" />
        {busy ? 'Uploading…' : 'Add files'}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files of the saved reply"
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <p id={`${id}-hint`} class={`meta${problem ? ' error' : ''}`} role="status">
        {problem || `Sent after the text. ${MOST_FILES} or fewer, each of 10 MB or less.`}
      </p>
    </fieldset>
  );
};
