import { pastedFiles } from '@porch/messenger/model/pastedFiles';
import { useId, useRef, useState } from 'react';
import type { OwnAccount } from '../../../shared/accountsApi';
import { type ApiResult, refusalWords } from '../../apiResult';
import { squarePicture } from '../../squarePicture';
import { AgentFace } from '../AgentFace';
import { useFileDrop } from '../useFileDrop';
import { useDesk } from '../view';

const UNREADABLE = 'The browser cannot read this file as a picture. Choose a PNG, JPEG or WebP.';

/** What the part says: what went wrong, or what was done. */
type Said = { problem?: string; done?: string };

/** Changes the agent's picture, one change at a time. */
const usePicture = () => {
  const { self, api, fail } = useDesk().workspace;
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>({});

  const change = async (work: () => Promise<ApiResult<OwnAccount> | string>, done: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setSaid({});
    const answer = await work();
    setBusy(false);
    if (typeof answer === 'string') return setSaid({ problem: answer });
    if (!answer.ok) {
      fail(answer.failure);
      return setSaid({ problem: refusalWords(answer) });
    }
    self.set(answer.value);
    setSaid({ done });
  };

  return {
    busy,
    said,
    take: (file: File | undefined): Promise<void> | undefined =>
      file &&
      change(async () => {
        const picture = await squarePicture(file);
        return picture ? api.account.setFace(picture) : UNREADABLE;
      }, 'Your picture is saved.'),
    remove: () => change(() => api.account.change({ avatarUrl: null }), 'Your picture is removed.'),
  };
};

/** The agent's picture, which is chosen from the device, dropped or pasted. */
export const FaceForm = () => {
  const agent = useDesk().workspace.self.agent.value;
  const { busy, said, take, remove } = usePicture();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const drop = useFileDrop(([file]) => void take(file));

  return (
    <section
      class="account-part account-picture"
      aria-labelledby={id}
      {...drop.props}
      onPaste={(event) => {
        const [file] = pastedFiles(event.clipboardData);
        if (!file) return;
        event.preventDefault();
        void take(file);
      }}
    >
      <h2 id={id}>Picture</h2>
      <div class="account-face">
        <AgentFace agent={agent} large />
        <p class="secondary">
          Colleagues see it, and visitors where the settings allow it. Choose a picture, drop one here, or
          paste one. Its middle is cut out as a square.
        </p>
      </div>
      {said.problem && (
        <p class="error" role="alert">
          {said.problem}
        </p>
      )}
      <div class="account-actions">
        {/* A button that is disabled would lose the focus. */}
        <button
          ref={choose}
          type="button"
          class="button"
          aria-disabled={busy}
          onClick={() => busy || input.current?.click()}
        >
          {busy ? 'Saving…' : 'Choose a picture'}
        </button>
        {agent.avatarUrl && (
          <button
            type="button"
            class="button quiet"
            aria-disabled={busy}
            onClick={() => {
              // This button goes with the picture.
              choose.current?.focus();
              void remove();
            }}
          >
            Remove the picture
          </button>
        )}
        <p class="secondary" role="status">
          {said.done ?? ''}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label="Your picture"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          // Choosing the same file again fires a change event only after a reset.
          currentTarget.value = '';
        }}
      />
      {drop.over && <p class="drop-target">Drop the picture to use it</p>}
    </section>
  );
};
