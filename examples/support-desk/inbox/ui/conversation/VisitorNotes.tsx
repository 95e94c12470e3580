import { createId } from '@porch/messenger/platform/ids';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AgentVisitorNote } from '../../../shared/answers/people';
import { dayAndTime, isoTime } from '../../model/times';
import { LoadedView } from '../parts/LoadedView';
import { useSubmission } from '../parts/useSubmission';
import { useDesk } from '../parts/view';

type FormProps = {
  appUserId: string;
  /** The note that is changed; a new one without. */
  note?: AgentVisitorNote;
  onDone(): void;
};

/** The text of a note. What is written stays until it is saved or canceled. */
const NoteForm = ({ appUserId, note, onDone }: FormProps) => {
  const { visitorNotes } = useDesk().workspace;
  const [text, setText] = useState(note?.text ?? '');
  // A note that is sent again is stored once.
  const [referenceId] = useState(createId);
  const submission = useSubmission(
    () => visitorNotes.put(appUserId, note ? { noteId: note._id, text } : { text, referenceId }),
    onDone,
  );
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <form
      class="visitor-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submission.submit();
      }}
    >
      <textarea
        ref={box}
        aria-label="Note about this visitor"
        dir="auto"
        rows={3}
        maxLength={4096}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {submission.problem && (
        <p class="error" role="alert">
          {submission.problem}
        </p>
      )}
      <p class="person-acts">
        <button type="submit" class="button primary" disabled={submission.busy || text.trim() === ''}>
          {submission.busy ? 'Saving…' : 'Save'}
        </button>
        <button type="button" class="button" onClick={onDone}>
          Cancel
        </button>
      </p>
    </form>
  );
};

/** Returns the focus to the button that opened a form. */
const useReturn = (isOpen: boolean): RefObject<HTMLButtonElement | null> => {
  const opener = useRef<HTMLButtonElement>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current && !isOpen) opener.current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return opener;
};

const Note = ({ appUserId, note }: { appUserId: string; note: AgentVisitorNote }) => {
  const { inbox, workspace } = useDesk();
  const { self, visitorNotes, team } = workspace;
  const [state, setState] = useState<'shown' | 'edited' | 'asked'>('shown');
  const removal = useSubmission(
    () => visitorNotes.put(appUserId, { noteId: note._id }),
    () => {},
  );
  const edit = useReturn(state === 'edited');
  const textId = `visitor-note-${note._id}`;
  if (state === 'edited')
    return <NoteForm appUserId={appUserId} note={note} onDone={() => setState('shown')} />;
  const mayChange = self.isAdmin.value || note.author.id === team.ownId;
  return (
    <>
      <p id={textId} class="visitor-note-text" dir="auto">
        {note.text}
      </p>
      <p class="meta">
        <bdi>{note.author.name}</bdi>,{' '}
        <time dateTime={isoTime(note.createdAt)}>{dayAndTime(note.createdAt, inbox.now.value)}</time>
        {note.editedAt !== undefined && ', edited'}
      </p>
      {mayChange && (
        <p class="person-acts">
          <button
            ref={edit}
            type="button"
            class="button quiet"
            aria-describedby={textId}
            onClick={() => setState('edited')}
          >
            Edit
          </button>
          {state === 'asked' ? (
            <>
              <button
                type="button"
                class="button danger"
                disabled={removal.busy}
                onClick={() => void removal.submit()}
              >
                {removal.busy ? 'Removing…' : 'Remove for all'}
              </button>
              <button type="button" class="button quiet" onClick={() => setState('shown')}>
                Keep
              </button>
            </>
          ) : (
            <button
              type="button"
              class="button quiet"
              aria-describedby={textId}
              onClick={() => setState('asked')}
            >
              Remove…
            </button>
          )}
        </p>
      )}
      {removal.problem && (
        <p class="error" role="alert">
          {removal.problem}
        </p>
      )}
    </>
  );
};

/** The team's notes about a visitor, and a form for another. */
export const VisitorNotes = ({ appUserId }: { appUserId: string }) => {
  const { visitorNotes } = useDesk().workspace;
  const notes = visitorNotes.of(appUserId);
  const [writing, setWriting] = useState(false);
  const add = useReturn(writing);
  useEffect(() => void notes.refresh(), [notes]);
  return (
    <section class="properties visitor-notes" aria-label="Notes about this visitor">
      <h3>Notes about this visitor</h3>
      <LoadedView of={notes} what="The notes">
        {(all) => (
          <>
            {all.length > 0 && (
              <ul>
                {all.map((note) => (
                  <li key={note._id} class="visitor-note">
                    <Note appUserId={appUserId} note={note} />
                  </li>
                ))}
              </ul>
            )}
            {writing ? (
              <NoteForm appUserId={appUserId} onDone={() => setWriting(false)} />
            ) : (
              <button ref={add} type="button" class="button quiet" onClick={() => setWriting(true)}>
                Add a note
              </button>
            )}
          </>
        )}
      </LoadedView>
    </section>
  );
};
