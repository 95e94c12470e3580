import type { ApiCall } from './actions';
import type { CallDeps } from './callDeps';
import { callError, type Refusal } from './callError';
import type { LazyCommand } from './lazyCommand';

type File = Readonly<Record<string, LazyCommand>>;

const hooks = () => import('./messageHooks').then((file) => file.HOOKS);
const page = () => import('./pageCalls').then((file) => file.PAGE);
const events = () => import('./moreEvents').then((file) => file.MORE_EVENTS);
const several = () => import('./severalCommands').then((file) => file.SEVERAL);
const metadata = () => import('./metadata/metadataCalls').then((file) => file.METADATA);
const composer = () => import('./composerCalls').then((file) => file.COMPOSER);
const notYet = () => import('./notYet').then((file) => file.NOT_YET);

/** The file of each command. Those of `messenger:on` without a row are events. */
const FILES: Readonly<Record<string, () => Promise<File>>> = {
  'messenger.sendMessage': several,
  'messenger.newConversation': several,
  'messenger.fetchConversations': several,
  'messenger.updateConversation': several,
  'messenger:ui.newConversation': several,
  'messenger:ui.navigation': several,
  'messenger.updateUser': metadata,
  'messenger:set.conversationFields': metadata,
  'messenger:set.conversationTags': metadata,
  'messenger:set.conversationMetadata': metadata,
  'messenger:set.userMetadata': metadata,
  'messenger:set.typingIndicator': composer,
  'messenger:set.emojiPicker': composer,
  'messenger:set.multipleAttachments': composer,
  'messenger:set.disablePopout': composer,
  'messenger:set.beforeMessageDisplay': hooks,
  'messenger:set.beforeMessageSent': hooks,
  'messenger.destroy': () => import('./destroy').then((file) => file.DESTROY),
  'messenger.prefill': page,
  'messenger.pageview': page,
  'messenger.forceProactiveMessage': page,
  'messenger:open.voice': page,
  'messenger.debug': () => import('./debugCall').then((file) => file.DEBUG),
  'messenger:set.labels': () => import('./setLabels').then((file) => file.LABELS),
  'messenger:get.config': () => import('./getConfig').then((file) => file.GET),
  'messenger.render': () => import('./render').then((file) => file.RENDER),
  'messenger.resume': () => import('./resume').then((file) => file.RESUME),
  'messenger:on.articleBrowserClicked': notYet,
  'messenger:on.articleClicked': notYet,
};

export type LazyRunner = ReturnType<typeof createLazyRunner>;

/** Tells the page's developers, and the call's callback, why it failed. */
const failed = (
  { report }: CallDeps,
  name: string,
  call: ApiCall,
  args: readonly unknown[],
  cause: unknown,
) => {
  const { reason, message, named, isActionCancelled } = cause as Refusal & { isActionCancelled?: boolean };
  const [namespace, verb] = name.split('.') as [string, string];
  if (reason === 'invalidArguments' || reason === 'notSupported')
    call.misuse(named ? message : `${name}: ${message}`);
  else if (!isActionCancelled) report(`${name} failed`, cause);
  const last = args.at(-1);
  // A callback that takes an error is the last argument: of a command, or of a setting after its value.
  if ((namespace === 'messenger' || args[1]) && typeof last === 'function')
    call.callback(verb, last)?.(callError(verb, cause));
};

/** Runs the commands of `FILES`, in the order in which the page made the calls, however long a file takes. */
export const createLazyRunner = (deps: CallDeps) => {
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const loaded = new Map<string, File>();
  const load = async (name: string): Promise<File> => {
    const file = loaded.get(name) ?? (await (FILES[name] ?? events)());
    loaded.set(name, file);
    return file;
  };
  return {
    /** @returns the command's result; for a subscription, a function that unsubscribes */
    run(name: string, call: ApiCall, args: readonly unknown[]): unknown {
      const fail = (cause: unknown) => failed(deps, name, call, args, cause);
      /** Runs the command; it neither throws nor rejects. */
      const run = (file: File): unknown => {
        try {
          const given = file[name]?.({ ...call, deps }, ...args);
          if (typeof given === 'function') return given;
          void Promise.resolve(given).catch(fail);
        } catch (cause) {
          fail(cause);
        }
        return undefined;
      };
      const file = loaded.get(name);
      if (file && !waiting) return run(file);
      let over = false;
      let undo: unknown;
      waiting++;
      const coming = load(name);
      // Its turn may come later than its failure.
      coming.catch(() => {});
      tail = tail.then(async () => {
        try {
          const file = await coming;
          // The next call does not wait for this one's answer.
          if (!over) undo = run(file);
        } catch (cause) {
          fail({ reason: 'notLoaded', message: `${name} could not be loaded: ${String(cause)}` });
        }
        waiting--;
      });
      if (!name.startsWith('messenger:on')) return undefined;
      return () => {
        over = true;
        if (typeof undo === 'function') undo();
      };
    },
    /** Loads the files of calls that are about to be made. */
    async prepare(names: readonly string[]): Promise<void> {
      await Promise.all(names.map((name) => load(name).catch(() => {})));
    },
  };
};
