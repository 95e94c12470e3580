import type { Answer, FrameEnd, Link } from './link';
import type { Live } from './realm';
import type { Time } from './time';

export type Way = 'socket' | 'stream' | 'poll';

/** What happens to one way of the live connection. */
export type Fate =
  /** Everything passes. */
  | 'open'
  /** What is open is ended, and nothing new opens. */
  | 'refused'
  /** What is new never opens, and never fails. */
  | 'hangs'
  /** It opens, and nothing passes. */
  | 'mute'
  /** It opens, and passes in one direction only. */
  | 'deaf'
  | 'dumb'
  /** It is ended after so many characters to the visitor. */
  | { cut: number }
  /** It is ended after so many ms. */
  | { brief: number }
  /** It passes to the visitor this much later, in ms. */
  | { slow: number }
  /** It passes to the visitor once so many characters have come. */
  | { held: number };

/** The fates of a way, each from a time in ms. */
export type Fates = readonly (readonly [from: number, fate: Fate])[];
export type Line = Partial<Record<Way, Fates>>;

const NEAR_MS = 40;
const isSilent = (fate: Fate) => fate === 'mute' || fate === 'hangs';

/**
 * A line between a tab and its network: it spoils the ways of the live connection, and no plain request.
 * @param note gets the text of all that the tab sends
 */
export const createLine = (time: Time, line: Line, note: (text: string) => void) => {
  const start = time.now();
  const ends = new Set<{ way: Way; end: () => void }>();
  const fateOf = (way: Way): Fate =>
    line[way]?.findLast(([from]) => time.now() - start >= from)?.[1] ?? 'open';
  for (const way of ['socket', 'stream', 'poll'] as const)
    for (const [from] of line[way] ?? [])
      time.after(from, () => {
        if (fateOf(way) === 'refused') for (const one of [...ends]) if (one.way === way) one.end();
      });

  const connect = (link: Link, url: string, end: FrameEnd): ReturnType<Link['connect']> => {
    const way = url.startsWith('ws') ? 'socket' : 'stream';
    const first = fateOf(way);
    if (first === 'refused') time.after(NEAR_MS, end.onClose);
    if (first === 'refused' || first === 'hangs')
      return { send: () => {}, close: () => void time.after(NEAR_MS, end.onClose) };
    let [upDead, downDead, over] = [false, false, false];
    let passed = 0;
    let kept: string[] = [];
    const finish = () => {
      if (over) return;
      over = true;
      ends.delete(self);
      end.onClose();
    };
    const wire = link.connect(url, {
      onOpen: end.onOpen,
      onFrame: (data) => down(data),
      onClose: finish,
    });
    const self = {
      way: way as Way,
      end: () => {
        wire.close();
        finish();
      },
    };
    ends.add(self);
    if (typeof first === 'object' && 'brief' in first) time.after(first.brief, self.end);
    const down = (data: string) => {
      const fate = fateOf(way);
      downDead ||= isSilent(fate) || fate === 'deaf';
      if (over || downDead) return;
      const pass = () => over || end.onFrame(data);
      if (typeof fate === 'string' || 'brief' in fate) return pass();
      if ('slow' in fate) return time.after(fate.slow, pass);
      passed += data.length;
      if ('cut' in fate) return passed > fate.cut ? self.end() : pass();
      kept.push(data);
      if (passed < fate.held) return;
      for (const one of kept) end.onFrame(one);
      [passed, kept] = [0, []];
    };
    return {
      send(text) {
        note(text);
        const fate = fateOf(way);
        upDead ||= isSilent(fate) || fate === 'dumb';
        if (!upDead) wire.send(text);
      },
      close: wire.close,
    };
  };

  const call = (link: Link, ...[make, on, kind]: Parameters<Link['call']>): (() => void) => {
    void make().text().then(note);
    const fate = fateOf('poll');
    let over = false;
    const once = (run: () => void) => {
      if (over) return;
      over = true;
      ends.delete(self);
      run();
    };
    const fail = () => once(on.error);
    const self = { way: 'poll' as Way, end: fail };
    ends.add(self);
    if (fate === 'refused') time.after(NEAR_MS, fail);
    if (fate === 'refused' || fate === 'dumb' || isSilent(fate)) return fail;
    const pass = (answer: Answer) => once(() => on.answer(answer));
    const give = (answer: Answer) => {
      const now = fateOf('poll');
      if (isSilent(now) || now === 'deaf') return;
      if (typeof now === 'string' || 'brief' in now) return pass(answer);
      if ('slow' in now) return void time.after(now.slow, () => pass(answer));
      if ('cut' in now) return answer.text.length > now.cut ? fail() : pass(answer);
      if (answer.text.length >= now.held) pass(answer);
    };
    if (typeof fate === 'object' && 'brief' in fate) time.after(fate.brief, fail);
    const stop = link.call(make, { answer: give, error: fail }, kind);
    return () => {
      stop();
      fail();
    };
  };

  return (link: Link): Live => ({
    connect: (url, end) => connect(link, url, end),
    call: (...args) => call(link, ...args),
  });
};
