import { createClock } from '@porch/messenger/platform/clock';
import { createDisposer } from '@porch/messenger/platform/disposer';
import { createId } from '@porch/messenger/platform/ids';
import { keepTexts } from '@porch/messenger/platform/translatedTexts';
import { signal } from '@preact/signals-react';
import { render } from 'react-dom';
import { createAddressBar } from './platform/addressBar';
import { createAttentionBrowser } from './platform/attentionBrowser';
import { createOtherTabs } from './platform/otherTabs';
import { placeOf } from './platform/place';
import { createPushBrowser } from './platform/pushBrowser';
import { createSafeStorage } from './platform/storage';
import { createApi } from './services/api';
import { createLive } from './services/live';
import { watchNetwork } from './services/network';
import { askBeforeLeaving } from './state/account/leaving';
import { createInbox } from './state/inbox';
import './styles/index.css';
import { createTranslationBrowser, type TranslationPage } from './platform/translationBrowser';
import { openUnsentStorage } from './platform/unsentStorage';
import { App } from './ui/App';

/**
 * Takes the token of a one-use link from `#link=…` and removes it from the address bar, before the address is stored
 * anywhere. The rest of the address stays, except an older desk's `token`.
 */
const takeLink = (): string | undefined => {
  const said = new URLSearchParams(location.hash.slice(1));
  if (!said.has('link') && !said.has('token')) return undefined;
  const token = said.get('link') || undefined;
  said.delete('link');
  said.delete('token');
  const rest = said.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  return token;
};

const start = async (root: HTMLElement): Promise<void> => {
  const link = takeLink();
  const unsent = await openUnsentStorage({
    local: () => window.localStorage,
    session: () => window.sessionStorage,
    locks: navigator.locks as LockManager | undefined,
    place: placeOf(''),
    newId: createId,
  });
  const owner = createDisposer();
  const clock = createClock(owner.add);
  owner.add(unsent.release);
  const push = createPushBrowser(window, placeOf('push.js'));
  const visible = signal(document.visibilityState === 'visible');
  const inbox = createInbox({
    local: createSafeStorage(() => window.localStorage, window),
    unsent,
    api: createApi({ base: placeOf('api'), clock }),
    tabs: createOtherTabs(placeOf('')),
    connectLive: createLive,
    openTranslator: () => createTranslationBrowser(window as TranslationPage),
    visible,
    browser: createAttentionBrowser(window, clock, push),
    push,
    bar: createAddressBar(window),
    newId: createId,
    clock,
  });
  owner.add(inbox.dispose);

  for (const use of ['pointerdown', 'keydown']) document.addEventListener(use, inbox.presence.active);
  // A touch counts for the browser when it ends.
  for (const use of ['pointerdown', 'pointerup', 'keydown'])
    document.addEventListener(use, inbox.attention.used);
  document.addEventListener('visibilitychange', () => {
    inbox.presence.active();
    visible.value = document.visibilityState === 'visible';
    // A phone may end a hidden page without notice.
    if (!visible.value) void inbox.workspace.peek()?.sendWaiting(true);
    if (!visible.value) return;
    void inbox.takeLeft();
    void inbox.workspace.peek()?.catchUp();
  });
  window.addEventListener('focus', () => void inbox.takeLeft());
  owner.add(
    watchNetwork(window, clock, {
      lost: () => inbox.workspace.peek()?.pause(),
      back: () => inbox.workspace.peek()?.reconnect(),
    }),
  );
  window.addEventListener('hashchange', () => {
    const next = takeLink();
    if (next) inbox.session.openLink(next);
  });
  window.addEventListener('pagehide', (event) => {
    void inbox.workspace.peek()?.sendWaiting(true);
    inbox.presence.leave();
    inbox.workspace.peek()?.pause();
    if (!event.persisted) owner.dispose();
  });
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    inbox.presence.back();
    inbox.workspace.peek()?.reconnect();
  });

  askBeforeLeaving(inbox.holdsUnsaved);
  keepTexts(document.body);
  render(<App inbox={inbox} />, root);
  if (link) inbox.session.openLink(link);
  void inbox.session.check();
};

const root = document.getElementById('root');
if (root) void start(root);
