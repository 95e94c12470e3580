import { createTimer } from '@porch/messenger/platform/timer';
import type { ShortcutId } from '../parts/keys';
import type { Desk } from '../parts/view';
import { shownConversation } from './conversationCommands';

/** Letters in faster succession are a text. */
const PAUSE_MS = 400;
/** These only open a box or a dialog. */
const AT_ONCE: readonly (ShortcutId | undefined)[] = ['reply', 'note', 'search', 'help'];
/** No word begins with n and one of these, so that they may follow it fast. */
const AFTER_NEXT: readonly (ShortcutId | undefined)[] = ['nextUnread', 'reply', 'note'];

/** Writes letters typed outside the box of the open conversation into it. */
const toBox = ({ workspace, view }: Desk, id: string, typed: string): void => {
  const { notes, drafts } = workspace;
  const isNote = notes.isWriting(id);
  const write = isNote ? notes.setDraft : workspace.write;
  write(id, (isNote ? notes.draft(id) : drafts.get(id)) + typed);
  view.focus(isNote ? 'note' : 'reply');
};

/** Tells single-letter shortcuts from a text that an agent types outside the box. */
type LettersBeside = {
  /** Takes a letter, with the command of its shortcut, if any. */
  take(event: KeyboardEvent, id: ShortcutId | undefined): void;
  /** Forgets a command that has not run yet. */
  drop(): void;
};

/**
 * A command that changes a conversation, or opens another, runs after a pause without another letter. Letters in fast
 * succession run none: they go into the box, where the agent sees them.
 */
export const createLettersBeside = (
  desk: Desk,
  { run, isFree }: { run(id: ShortcutId): void; isFree(): boolean },
): LettersBeside => {
  const timer = createTimer(desk.inbox.clock);
  /** The command of the only letter so far. */
  let waiting: ShortcutId | undefined;
  /** What is not in the box yet; undefined after a pause. */
  let typed: string | undefined;
  /** The conversation that was open at the first letter. */
  let open: string | undefined;

  const end = (): ShortcutId | undefined => {
    timer.stop();
    const id = waiting;
    waiting = typed = undefined;
    return shownConversation(desk)?._id === open ? id : undefined;
  };
  const wait = (): void =>
    timer.set(PAUSE_MS, () => {
      const id = end();
      if (id && isFree()) run(id);
    });

  const first = (event: KeyboardEvent, id: ShortcutId | undefined): void => {
    if (event.key === ' ') return;
    if (id) event.preventDefault();
    if (id && AT_ONCE.includes(id)) {
      run(id);
      return;
    }
    typed = event.key;
    waiting = id;
    open = shownConversation(desk)?._id;
    wait();
  };
  const further = (event: KeyboardEvent, before: string): void => {
    waiting = undefined;
    typed = before + event.key;
    wait();
    // A space may press a button, and scrolls.
    if (event.key === ' ') return;
    event.preventDefault();
    if (open === undefined) return;
    toBox(desk, open, typed);
    typed = '';
  };

  return {
    drop: () => void end(),
    take: (event, id) => {
      if (shownConversation(desk)?._id !== open) end();
      if (waiting === 'nextUnread' && AFTER_NEXT.includes(id)) {
        const next = end();
        if (next) run(next);
      }
      if (typed === undefined) first(event, id);
      else further(event, typed);
    },
  };
};
