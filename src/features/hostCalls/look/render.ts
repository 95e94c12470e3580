import type { Needs } from '../../../conversation/featureDeps';
import { createDisposer, type Disposer } from '../../../platform/disposer';
import { obj, str } from '../../../wire/decode';
import { readOptions } from '../arguments';
import { Refusal } from '../callError';
import type { CreateCommands } from '../command';
import { type DrawNeeds, embedCard } from './embedCard';

export type RenderNeeds = DrawNeeds & Needs<'onDispose', never, 'start'>;

type Wanted = { widget: Element } | { list: Element; log: Element } | 'floating';

const wrong = (message: string) => new Refusal('invalidArguments', message);

/** Finds the element that a part of the options names. @throws Refusal */
const targetOf = (host: Window, name: string, part: unknown): Element => {
  const selector = str(obj(part).targetElement);
  if (!selector) throw wrong(`${name} needs targetElement, a CSS selector.`);
  let element: Element | null;
  try {
    element = host.document.querySelector(selector);
  } catch {
    throw wrong(`${selector} is not a CSS selector.`);
  }
  if (!element) throw wrong(`There is no element ${selector}.`);
  return element;
};

/** Reads the options of the call. @throws Refusal */
const readWanted = (value: unknown, { host, slices }: RenderNeeds): Wanted => {
  const { mode, widget, conversationList, messageLog } = readOptions(value);
  if (mode === 'floating') return mode;
  if (mode !== 'embedded') throw wrong('mode must be embedded or floating.');
  if ((widget === undefined) === ((conversationList ?? messageLog) === undefined))
    throw wrong('Embedded mode needs widget, or messageLog and optionally conversationList.');
  if (widget !== undefined) return { widget: targetOf(host, 'widget', widget) };
  // Without a list beside it, the log is the whole widget.
  if (conversationList === undefined) return { widget: targetOf(host, 'messageLog', messageLog) };
  const list = targetOf(host, 'conversationList', conversationList);
  const log = targetOf(host, 'messageLog', messageLog);
  if (list.contains(log) || log.contains(list))
    throw wrong('conversationList and messageLog need an element each.');
  if (!slices.experience.listed.value)
    throw new Refusal('notSupported', 'This account has no list of conversations.');
  return { list, log };
};

/** Draws launcher and window, as a page without `autorender` has them. */
const float = async (deps: RenderNeeds, { add }: Disposer) => {
  const { handover, slices, delivery } = deps;
  let disposed = false;
  add(() => {
    disposed = true;
  });
  const bare = slices.settings.raw.launcher;
  if (obj(bare).shape === 'none') {
    const { createLauncherlessSurface } = await import('../../../launcher/launcherlessSurface');
    if (!disposed) handover.launcher = createLauncherlessSurface(handover.host, handover.config);
  } else if (handover.draw) await handover.draw();
  const { launcher } = handover;
  if (disposed) return launcher?.dispose();
  if (!launcher) throw new Refusal('notLoaded', 'The launcher could not be loaded.');
  const known = slices.user.appUserId.value !== undefined;
  if (launcher.isOpen()) slices.router.adopt();
  else if (known) slices.router.reopen();
  if (known) delivery.start();
  deps.fill(launcher, { onDispose: add });
};

export const createCommands: CreateCommands<RenderNeeds> = ({ deps, callback }) => {
  const { handover, slices } = deps;
  /** What the last call has drawn. */
  let drawn: Disposer | undefined;
  deps.onDispose(() => drawn?.dispose());

  const draw = async (wanted: Wanted): Promise<void> => {
    drawn?.dispose();
    const now = createDisposer();
    drawn = now;
    now.add(() => {
      handover.launcher = undefined;
    });
    if (wanted === 'floating') return float(deps, now);
    if ('widget' in wanted) return embedCard(deps, now, wanted.widget, {});
    embedCard(deps, now, wanted.list, { listShown: true });
    // The last one is the messenger's surface: it has the text box.
    embedCard(deps, now, wanted.log, { listShown: false });
    slices.conversations.leaveList();
  };

  return {
    /** Draws the widget where the page wants it, in place of what an earlier call has drawn. */
    'messenger.render': async (options, done) => {
      const wanted = readWanted(options, deps);
      const answer = callback('render', done);
      if (handover.draw) await draw(wanted);
      else if (wanted !== 'floating')
        throw new Refusal(
          'notSupported',
          'The widget is already floating. Set window.zEMessenger = {autorender: false} before the script.',
        );
      answer?.(null);
    },
  };
};
