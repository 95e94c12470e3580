import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { Selecting } from '../../state/conversations/selecting';
import { latinKey } from '../parts/latinKey';
import { useDesk } from '../parts/view';
import { ConversationRow } from './ConversationRow';
import { useStretches } from './useStretches';

const rowIn = (list: HTMLElement | null, id: string | undefined): HTMLElement | undefined =>
  [...(list?.querySelectorAll<HTMLElement>('[data-conversation]') ?? [])].find(
    (row) => row.dataset.conversation === id,
  );

/** The conversation of the row that an element is in. */
const idAt = (target: EventTarget | null): string | undefined =>
  (target as HTMLElement | null)?.closest('li')?.querySelector<HTMLElement>('[data-conversation]')?.dataset
    .conversation;

/** `x` selects the row, Escape ends selecting. @returns whether the key does something */
const selectByKey = (event: KeyboardEvent, selecting: Selecting, letters: boolean): boolean => {
  const here = idAt(event.target);
  const isEnd = event.key === 'Escape' && selecting.on.peek();
  if (isEnd) selecting.end();
  else if (!letters || here === undefined || latinKey(event) !== 'x') return false;
  else selecting.toggle(here, event.shiftKey);
  event.preventDefault();
  return true;
};

/** The row that a key leads to, of this many; undefined for any other key. */
const rowAfter = (event: KeyboardEvent, letters: boolean, at: number, count: number): number | undefined => {
  const key = letters ? ({ j: 'ArrowDown', k: 'ArrowUp' }[latinKey(event)] ?? event.key) : event.key;
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

/** A long press selects the row. A mouse opens the browser's menu. */
const selectByPress = (event: MouseEvent, selecting: Selecting): void => {
  const id = idAt(event.target);
  if (id === undefined || !('pointerType' in event) || event.pointerType !== 'touch') return;
  event.preventDefault();
  selecting.toggle(id);
};

/**
 * Brings the row of the open conversation into sight when it opens, is listed or is answered by the agent. Messages by others
 * do not scroll the list.
 */
const useInSight = (list: RefObject<HTMLUListElement | null>, open: AgentConversation | undefined): void => {
  const { ownId } = useDesk().workspace.team;
  const answer = useRef<{ id?: string; at?: number }>({});
  if (answer.current.id !== open?._id) answer.current = { id: open?._id };
  if (open?.lastMessage?.authorId === ownId) answer.current.at = open.lastMessage.received;
  /** The row may not be drawn yet. */
  const sought = useRef(false);
  useLayoutEffect(() => {
    sought.current = open !== undefined;
  }, [open?._id, answer.current.at]);
  useLayoutEffect(() => {
    const row = sought.current ? rowIn(list.current, open?._id) : undefined;
    if (!row) return;
    sought.current = false;
    row.scrollIntoView?.({ block: 'nearest' });
  });
};

/** The list, with one tab stop that the arrow keys move. */
export const ConversationList = () => {
  const { inbox, workspace, view } = useDesk();
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<string | undefined>(undefined);
  const [stop, setStop] = useState<string | undefined>(undefined);
  const { listing } = workspace;
  const shown = listing.shown.value;
  const drawn = shown.slice(0, useStretches(shown.length, listing.chosen.value, listing.searched.value));
  const items = shown.map((row) => row.conversation);
  const activeId = workspace.activeId.value;
  const wanted = view.wanted.value === 'list';
  const tabStop =
    [stop, activeId].find((id) => drawn.some(({ conversation }) => conversation._id === id)) ?? items[0]?._id;

  useLayoutEffect(() => {
    if (wanted) {
      // The current view may not contain the open conversation.
      (rowIn(list.current, activeId) ?? rowIn(list.current, tabStop))?.focus();
      view.focus(undefined);
    } else if (focused.current && document.activeElement === document.body) {
      // Reordering the list removed the focus from the moved row: give it back.
      rowIn(list.current, focused.current)?.focus({ preventScroll: true });
    }
  });
  useLayoutEffect(() => {
    // Another list begins at its top.
    if (list.current) list.current.scrollTop = 0;
  }, [listing.chosen.value, listing.searched.value]);
  useLayoutEffect(() => {
    // After its conversation is closed, Tab still reaches this row.
    if (activeId !== undefined) setStop(activeId);
  }, [activeId]);
  useInSight(
    list,
    items.find((c) => c._id === activeId),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const letters = inbox.singleKeys.peek();
    if (selectByKey(event, workspace.selecting, letters)) return;
    const at = items.findIndex((c) => c._id === tabStop);
    const to = rowAfter(event, letters, at, drawn.length);
    if (to === undefined) return;
    event.preventDefault();
    rowIn(list.current, items[Math.min(drawn.length - 1, Math.max(0, to))]?._id)?.focus();
  };

  return (
    <ul
      ref={list}
      class={`conversations${workspace.selecting.on.value ? ' selecting' : ''}`}
      // biome-ignore lint/a11y/noRedundantRoles: a list without bullets loses its role in Safari
      role="list"
      aria-label="Conversations"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => selectByPress(event, workspace.selecting)}
      onFocusIn={(event) => {
        const id = idAt(event.target);
        focused.current = id;
        setStop(id);
      }}
      onFocusOut={(event) => {
        // A moved row is detached at this moment; a row that the user left is still attached.
        if (event.relatedTarget || (event.target as HTMLElement).isConnected) focused.current = undefined;
      }}
    >
      {drawn.map(({ conversation, hit }) => (
        <ConversationRow
          key={conversation._id}
          conversation={conversation}
          hit={hit}
          active={conversation._id === activeId}
          tabStop={conversation._id === tabStop}
        />
      ))}
    </ul>
  );
};
