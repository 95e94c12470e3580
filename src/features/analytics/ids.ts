import type { Keep } from './keep';

/** A session ends after this time without a blip. */
export const SESSION_MS = 15 * 60_000;
/** A session continues when a page opens within this time after its last tab was closed. */
export const CLOSED_GRACE_MS = 30_000;

/** `closed` is when its last tab was closed, 0 while one is open. Times are milliseconds. */
type Session = { id: string; expires: number; tabs: number; closed: number };

const parse = (text: string | null): Partial<Session> => {
  try {
    return (JSON.parse(text ?? '') as Partial<Session> | null) ?? {};
  } catch {
    return {};
  }
};

/** The ids of the browser (buid) and of the visitor's session (suid), which all tabs share. */
export const createIds = (deps: { keep: Keep; now: () => number; createId: () => string }) => {
  const { keep, now, createId } = deps;
  /** Whether this tab is counted. */
  let counted = false;
  const current = (): Session => {
    const { id, expires, tabs, closed } = parse(keep.get('suid'));
    const time = now();
    const valid =
      typeof id === 'string' &&
      Number(expires) > time &&
      // A clock that was set back must not keep a session forever.
      Number(expires) <= time + SESSION_MS &&
      !(Number(closed) > 0 && time - Number(closed) > CLOSED_GRACE_MS);
    if (!valid) counted = false;
    return valid
      ? { id, expires: Number(expires), tabs: Number(tabs) || 0, closed: Number(closed) || 0 }
      : { id: createId(), expires: 0, tabs: 0, closed: 0 };
  };
  const save = (session: Session) => keep.set('suid', JSON.stringify(session));
  return {
    buid(): string {
      const known = keep.get('buid');
      if (known) return known;
      const made = createId();
      keep.set('buid', made);
      return made;
    },
    /** The session's id. Each call prolongs the session. */
    suid(): string {
      const session = current();
      const tabs = session.tabs + (counted ? 0 : 1);
      counted = true;
      save({ ...session, tabs, expires: now() + SESSION_MS, closed: 0 });
      return session.id;
    },
    /** This tab is closed, or its page left. */
    leave(): void {
      if (!counted) return;
      const session = current();
      if (!counted) return;
      counted = false;
      const tabs = Math.max(session.tabs - 1, 0);
      save({ ...session, tabs, closed: tabs === 0 ? now() : 0 });
    },
  };
};
