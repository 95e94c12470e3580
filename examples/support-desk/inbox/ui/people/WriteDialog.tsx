import { createId } from '@porch/messenger/platform/ids';
import { useId, useState } from 'react';
import type { AgentPersonAnswer } from '../../../shared/answers/people';
import { reachWords } from '../../model/reach';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

type Props = { answer: AgentPersonAnswer; onClose(): void };

/** Begins a conversation with a visitor, and tells before how the message reaches them. */
export const WriteDialog = ({ answer, onClose }: Props) => {
  const { people } = useDesk().workspace;
  const { person, reach } = answer;
  const [text, setText] = useState('');
  // A message that is sent again is stored once.
  const [referenceId] = useState(createId);
  const id = useId();
  const ways = reachWords(reach);
  const refused = person.visitor.blocked
    ? 'This visitor is blocked. Unblock them before you write.'
    : ways.length === 0 && 'Nothing reaches this visitor: no browser, no login and no address is known.';
  const submission = useSubmission(
    () => people.write(person.visitor.appUserId, { text: text.trim(), referenceId }),
    onClose,
  );
  return (
    <Dialog title="Write to this visitor" onClose={onClose}>
      <DialogForm
        act="Send"
        submission={submission}
        incomplete={Boolean(refused) || text.trim() === ''}
        onCancel={onClose}
      >
        <div class="field visitor-note-form">
          <label for={id}>
            Message to <bdi>{person.displayName}</bdi>
          </label>
          <textarea
            id={id}
            dir="auto"
            rows={5}
            maxLength={4096}
            aria-describedby={`${id}-reach`}
            autofocus
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <div id={`${id}-reach`} class="dialog-text">
          {refused ? <p>{refused}</p> : ways.map((words) => <p key={words}>{words}</p>)}
        </div>
      </DialogForm>
    </Dialog>
  );
};
