import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { AgentSavedReply } from '../../../shared/answers/work';
import { failureWords } from '../../model/apiResult';
import { byFolder, searchReplies } from '../../model/savedList';
import { Icon } from '../parts/Icon';
import { Notice } from '../parts/Notice';
import { useDesk } from '../parts/view';
import { AfterSaved } from './AfterSaved';

/** Asks before deleting a reply, in its row. */
const Deleting = ({ reply, onKeep }: { reply: AgentSavedReply; onKeep(): void }) => {
  const { savedReplies } = useDesk().workspace;
  const [problem, setProblem] = useState('');
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <div class="saved-reply deleting">
      <p role="alert">
        {problem || (
          <>
            Delete <bdi>/{reply.shortcut}</bdi> for all agents?
          </>
        )}
      </p>
      <button ref={keep} type="button" class="button" onClick={onKeep}>
        Keep
      </button>
      <button
        type="button"
        class="button danger"
        onClick={() => void savedReplies.remove(reply._id).then((wrong) => setProblem(wrong ?? ''))}
      >
        Delete
      </button>
    </div>
  );
};

type Actions = {
  /** Inserts a reply; without it, the rows are not buttons. */
  onInsert?: (reply: AgentSavedReply) => void;
  onEdit(reply: AgentSavedReply): void;
};

const Row = ({
  reply,
  onInsert,
  onEdit,
  onDelete,
}: Actions & { reply: AgentSavedReply; onDelete(): void }) => {
  const content = (
    <>
      <span class="slash-shortcut" dir="auto">
        /{reply.shortcut}
      </span>{' '}
      <span class="saved-reply-text" dir="auto">
        {reply.text}
      </span>
      <AfterSaved reply={reply} />
    </>
  );
  return (
    <div class="saved-reply">
      {onInsert ? (
        <button type="button" class="row-button saved-reply-insert" onClick={() => onInsert(reply)}>
          {content}
        </button>
      ) : (
        <div class="saved-reply-insert">{content}</div>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={`Edit /${reply.shortcut}`}
        onClick={() => onEdit(reply)}
      >
        <Icon name="edit" />
      </button>
      <button type="button" class="icon-button" aria-label={`Delete /${reply.shortcut}`} onClick={onDelete}>
        <Icon name="bin" />
      </button>
    </div>
  );
};

/** The folders with their replies. */
const Folders = ({
  shown,
  ...actions
}: Actions & { shown: readonly AgentSavedReply[]; onDeleted(): void }) => {
  const [deleting, setDeleting] = useState<string | undefined>(undefined);
  const id = useId();
  // The focused row disappears once its reply is deleted.
  useLayoutEffect(() => {
    if (deleting === undefined || shown.some((reply) => reply._id === deleting)) return;
    setDeleting(undefined);
    actions.onDeleted();
  }, [shown, deleting]);
  return (
    <>
      {byFolder(shown).map(({ folder, replies }, at) => (
        <section key={folder} aria-labelledby={folder && `${id}-${at}`}>
          {folder && (
            <h3 id={`${id}-${at}`} class="saved-folder" dir="auto">
              {folder}
            </h3>
          )}
          <ul class="saved-replies">
            {replies.map((reply) => (
              <li key={reply._id}>
                {deleting === reply._id ? (
                  <Deleting reply={reply} onKeep={() => setDeleting(undefined)} />
                ) : (
                  <Row {...actions} reply={reply} onDelete={() => setDeleting(reply._id)} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
};

type Props = Actions & {
  /** Called once a row that had the focus is gone. */
  onDeleted(): void;
  /** Whether the search takes the focus. */
  autofocus?: boolean;
  children?: ReactNode;
};

/** All saved replies by folder, with a search. */
export const SavedReplyList = ({ autofocus = false, ...actions }: Props) => {
  const { savedReplies } = useDesk().workspace;
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const all = savedReplies.all.value;
  const status = savedReplies.status.value;
  useLayoutEffect(() => {
    if (autofocus) search.current?.focus();
  }, []);
  if (status !== 'ready' && status !== 'loading')
    return (
      <Notice
        icon="alert"
        title="Saved replies did not load"
        role="alert"
        action={{ label: 'Try again', run: () => void savedReplies.refresh() }}
      >
        {failureWords[status]}
      </Notice>
    );
  if (all.length === 0)
    return (
      <Notice icon="quote" title={status === 'loading' ? 'Loading…' : 'No saved replies yet'}>
        Save a text that you send often. All agents can then insert it.
      </Notice>
    );
  const shown = searchReplies(all, query);
  return (
    <>
      <input
        ref={search}
        type="search"
        class="saved-search"
        aria-label="Search saved replies"
        placeholder="Search by shortcut, folder or text"
        dir="auto"
        value={query}
        onInput={(event) => {
          // A search is nothing to keep.
          event.stopPropagation();
          setQuery(event.currentTarget.value);
        }}
      />
      <p class="visually-hidden" role="status">
        {query && `${shown.length} of ${all.length} saved replies`}
      </p>
      {shown.length === 0 && <p class="secondary">No saved reply has these words.</p>}
      <Folders {...actions} shown={shown} />
    </>
  );
};
