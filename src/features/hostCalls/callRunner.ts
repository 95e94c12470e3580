import type { CallDeps } from './callDeps';
import { callError, type Refusal } from './callError';
import type { CallRow } from './callRow';
import { CALLS } from './callTable';
import type { Commands, CreateCommands } from './command';
import type { ApiContext } from './createApi';
import type { UntilLoaded } from './untilLoaded';

type File = { createCommands: CreateCommands<CallDeps> };

/** Reports to the page's developers, and to the call's callback, why it failed. */
const failed = (
  { report }: CallDeps,
  name: string,
  context: ApiContext,
  args: readonly unknown[],
  cause: unknown,
) => {
  const { reason, message, named, isActionCancelled } = cause as Refusal & { isActionCancelled?: boolean };
  const [namespace, verb] = name.split('.') as [string, string];
  if (reason === 'invalidArguments' || reason === 'notSupported')
    context.misuse(named ? message : `${name}: ${message}`);
  else if (!isActionCancelled) report(`${name} failed`, cause);
  const last = args.at(-1);
  // A callback that takes an error is the last argument: of a command, or of a setting after its value.
  if ((namespace === 'messenger' || args[1]) && typeof last === 'function')
    context.callback(verb, last)?.(callError(verb, cause));
};

/**
 * Runs the commands whose files load with their first call. They run in the order of the page's calls, however long a
 * file takes and however often it fails.
 */
export const createCallRunner = (deps: CallDeps, untilLoaded: UntilLoaded) => {
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  /** The files that have loaded, by the names of their commands. */
  const loaded = new Map<string, File>();
  const load = async (name: string): Promise<File> => {
    const file = loaded.get(name) ?? (await (CALLS[name] as Required<CallRow>).load());
    loaded.set(name, file);
    return file;
  };
  const created = new Map<File, Commands>();
  const commandsOf = (file: File, context: ApiContext): Commands => {
    const commands = created.get(file) ?? file.createCommands({ ...context, deps });
    created.set(file, commands);
    return commands;
  };
  return {
    /** @returns the command's result; for a subscription, a function that unsubscribes */
    run(name: string, context: ApiContext, args: readonly unknown[]): unknown {
      const fail = (cause: unknown) => failed(deps, name, context, args, cause);
      /** Runs the command; it neither throws nor rejects. */
      const run = (file: File): unknown => {
        try {
          const given = commandsOf(file, context)[name]?.(...args);
          if (typeof given === 'function') return given;
          void Promise.resolve(given).catch(fail);
        } catch (cause) {
          fail(cause);
        }
        return undefined;
      };
      const file = loaded.get(name);
      if (file && !waiting) return run(file);
      let cancelled = false;
      let undo: unknown;
      waiting++;
      const coming = untilLoaded(() => load(name));
      // Its turn may be later than its failure.
      coming.catch(() => {});
      tail = tail.then(async () => {
        try {
          const file = await coming;
          // The next call does not wait for this one's answer.
          if (!cancelled) undo = run(file);
        } catch (cause) {
          fail({ reason: 'notLoaded', message: `${name} could not be loaded: ${String(cause)}` });
        }
        waiting--;
      });
      if (!name.startsWith('messenger:on')) return undefined;
      return () => {
        cancelled = true;
        if (typeof undo === 'function') undo();
      };
    },
    /** Loads the files of calls that are about to be made, so that they take effect at once. Never rejects. */
    async prepare(calls: readonly { method: string }[] = []): Promise<void> {
      const names = calls.flatMap(({ method }) => (CALLS[method]?.load ? method : []));
      await Promise.all(names.map((name) => load(name).catch(() => {})));
    },
  };
};
