import { createDisposer, type Disposer } from '../../platform/disposer';
import { obj, str } from '../../wire/decode';
import { readOptions } from './arguments';
import type { CallDeps } from './callDeps';
import { Refusal } from './callError';
import { embedCard } from './embedCard';
import type { LazyCommand } from './lazyCommand';

type Wanted = { widget: Element } | { list: Element; log: Element } | 'floating';

/** What each messenger has drawn by a call. */
const drawn = new WeakMap<CallDeps['handover'], Disposer>();

const wrong = (message: string) => new Refusal('invalidArguments', message);

/** Finds the element that a part of the options names. @throws Refusal */
const targetOf = (host: Window, name: string, part: unknown): Element => {
  const selector = str(obj(part).targetElement);
  if (!selector) throw wrong(`${name} needs targetElement, a CSS selector.`);
  let element: Element | null;
  try {
    element = host.document.querySelector(selector);
  } catch {
    throw wrong(`${selector} is no CSS selector.`);
  }
  if (!element) throw wrong(`There is no element ${selector}.`);
  return element;
};

/** Reads the options of the call. @throws Refusal */
const readWanted = (value: unknown, { host, slices }: CallDeps): Wanted => {
  const { mode, widget, conversationList, messageLog } = readOptions(value);
  if (mode === 'floating') return mode;
  if (mode !== 'embedded') throw wrong('mode must be embedded or floating.');
  if ((widget === undefined) === ((conversationList ?? messageLog) === undefined))
    throw wrong('The embedded mode needs either widget, or messageLog with or without conversationList.');
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
const float = async (deps: CallDeps, { add }: Disposer) => {
  const { handover, slices, delivery } = deps;
  let over = false;
  add(() => {
    over = true;
  });
  const bare = slices.settings.raw.launcher;
  if (obj(bare).shape === 'none') {
    const { createLauncherlessSurface } = await import('../../launcher/launcherlessSurface');
    if (!over) handover.launcher = createLauncherlessSurface(handover.host, handover.config);
  } else if (handover.draw) await handover.draw();
  const { launcher } = handover;
  if (over) return launcher?.dispose();
  if (!launcher) throw new Refusal('notLoaded', 'The launcher could not be loaded.');
  const known = slices.user.appUserId.value !== undefined;
  if (launcher.isOpen()) slices.router.adopt();
  else if (known) slices.router.reopen();
  if (known) delivery.start();
  deps.fill(launcher, { own: add });
};

/** Draws the widget where the page wants it. What an earlier call has drawn goes. */
const render: LazyCommand = async ({ deps, callback }, options, done) => {
  const { handover, slices } = deps;
  const wanted = readWanted(options, deps);
  const tell = callback('render', done);
  const before = drawn.get(handover);
  if (!handover.draw) {
    if (wanted !== 'floating')
      throw new Refusal(
        'notSupported',
        'The widget floats already. Set window.zEMessenger = {autorender: false} before the script.',
      );
    return tell?.(null);
  }
  before?.dispose();
  const now = createDisposer();
  drawn.set(handover, now);
  if (!before) deps.own(() => drawn.get(handover)?.dispose());
  now.add(() => {
    handover.launcher = undefined;
  });
  if (wanted === 'floating') await float(deps, now);
  else if ('widget' in wanted) embedCard(deps, now, wanted.widget, {});
  else {
    embedCard(deps, now, wanted.list, { listShown: true });
    // The last one is the messenger's surface: it has the text box.
    embedCard(deps, now, wanted.log, { listShown: false });
    slices.conversations.leaveList();
  }
  tell?.(null);
};

export const RENDER: Record<string, LazyCommand> = { 'messenger.render': render };
