import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How many finished tasks are remembered, so that they are not done again. */
const REMEMBERED = 10_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 300_000;
const GIVE_UP_MS = 86_400_000;
/** Responses that stay the same when repeated. A wrong key is not one: somebody can fix it. */
const FINAL = [400, 404, 409, 410, 413, 415, 422];

/**
 * @typedef {{ id: string, kind: string, key: string, data: any }} Task `kind` names its handler; tasks with the same
 * kind and key run in order
 * @typedef {(data: any, once: { again: boolean }) => Promise<unknown>} Handler `again` means that an earlier try may
 * have done a part. Rejects with an error that can have `status` and `retryAfterMs`
 * @typedef {{ put(task: Task): Promise<void>, close(): Promise<void> }} Queue `put` resolves once the task is on disk
 */

/** Whether trying again is useless. @param {unknown} error */
export const isFinal = (error) => FINAL.includes(/** @type {{ status?: number }} */ (error)?.status ?? 0);

/** @param {number} failures @param {unknown} error */
const waitMs = (failures, error) => {
  const whole = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20));
  const asked = /** @type {{ retryAfterMs?: number }} */ (error)?.retryAfterMs ?? 0;
  return Math.max(asked, whole * (1 - Math.random() / 2));
};

/** @param {string} file @returns {Promise<{ waiting: Map<string, Task>, done: Set<string> }>} its content */
const read = async (file) => {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  /** @type {Map<string, Task>} */
  const waiting = new Map();
  /** @type {Set<string>} */
  const done = new Set();
  // A line without an end was being written when the process was killed, so nobody relies on it.
  for (const line of text.split('\n').slice(0, -1)) {
    const entry = JSON.parse(line);
    if (entry.task) waiting.set(entry.task.id, entry.task);
    else {
      waiting.delete(entry.done);
      done.add(entry.done);
    }
  }
  return { waiting, done };
};

/**
 * Opens a queue in a file. A task in it runs even if the process is killed: once for each id, after earlier tasks with
 * the same kind and key. After a failure it is retried with growing delays, for a day. Only one process may use the
 * file.
 * @param {string} file
 * @param {Record<string, Handler>} handlers by kind
 * @returns {Promise<Queue>}
 */
export const openQueue = async (file, handlers) => {
  await mkdir(dirname(file), { recursive: true });
  const { waiting, done } = await read(file);
  const stopping = new AbortController();
  /** The last task of each kind and key. @type {Map<string, Promise<void>>} */
  const turns = new Map();
  /** Tasks that are being written to disk. @type {Map<string, Promise<void>>} */
  const arriving = new Map();

  /** Removes from the file what is no longer needed. */
  const rewrite = async () => {
    for (const id of [...done].slice(0, -REMEMBERED)) done.delete(id);
    const entries = [
      ...[...done].map((id) => ({ done: id })),
      ...[...waiting.values()].map((task) => ({ task })),
    ];
    const next = await open(`${file}.next`, 'w');
    await next.writeFile(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await next.sync();
    await next.close();
    await rename(`${file}.next`, file);
    return { handle: await open(file, 'a'), lines: entries.length };
  };

  let { handle, lines } = await rewrite();
  let writing = Promise.resolve();

  /** @param {{ task: Task } | { done: string }} entry */
  const write = (entry) => {
    const written = writing.then(async () => {
      if (lines > waiting.size + 2 * REMEMBERED) {
        const old = handle;
        ({ handle, lines } = await rewrite());
        await old.close();
      }
      await handle.appendFile(`${JSON.stringify(entry)}\n`);
      await handle.datasync();
      lines++;
    });
    writing = written.catch(() => undefined);
    return written;
  };

  /** @param {Task} task */
  const finish = (task) => {
    waiting.delete(task.id);
    done.add(task.id);
    return write({ done: task.id });
  };

  /** @param {Task} task @param {boolean} again @returns what went wrong, if anything */
  const attempt = async (task, again) => {
    try {
      await handlers[task.kind]?.(task.data, { again });
      return undefined;
    } catch (error) {
      return { error };
    }
  };

  /** @param {Task} task @param {boolean} again */
  const run = async (task, again) => {
    const until = Date.now() + GIVE_UP_MS;
    for (let tries = 1; !stopping.signal.aborted; tries++) {
      const failure = await attempt(task, again || tries > 1);
      if (!failure) return finish(task);
      const { error } = failure;
      const isOver = isFinal(error) || Date.now() > until;
      console.error(
        isOver ? `Given up: ${task.kind} ${task.id}:` : `Tried again later: ${task.kind}:`,
        error,
      );
      if (isOver) return finish(task);
      await wait(waitMs(tries, error), undefined, stopping).catch(() => undefined);
    }
  };

  /** @param {Task} task @param {boolean} [again] */
  const begin = (task, again = false) => {
    const key = `${task.kind} ${task.key}`;
    const turn = (turns.get(key) ?? Promise.resolve())
      .then(() => run(task, again))
      // It is still in the file, and runs after the next start.
      .catch((error) => console.error(`Not noted: ${task.kind} ${task.id}:`, error))
      .then(() => {
        if (turns.get(key) === turn) turns.delete(key);
      });
    turns.set(key, turn);
  };

  /** @param {Task} task */
  const add = async (task) => {
    await write({ task });
    waiting.set(task.id, task);
    begin(task);
  };

  for (const task of waiting.values()) begin(task, true);

  return {
    put: (task) => {
      if (waiting.has(task.id) || done.has(task.id)) return Promise.resolve();
      const added = arriving.get(task.id) ?? add(task).finally(() => arriving.delete(task.id));
      arriving.set(task.id, added);
      return added;
    },
    close: async () => {
      stopping.abort();
      await Promise.allSettled([...arriving.values(), ...turns.values()]);
      await writing;
      await handle.close();
    },
  };
};
