import { LATE_MS } from '../model/retries/card';
import { NativePromise } from '../platform/nativePromise';
import { REALM_HOOK, type RealmHook } from '../platform/realmHook';
import type { Handover, Realm } from './handover';
import { hasten } from './hasten';
import { keepLeaving } from './keepLeaving';
import { keepTyped } from './keepTyped';

type Policy = { createScriptURL(url: string): string };
type RealmWindow = Window &
  typeof globalThis & {
    [REALM_HOOK]?: RealmHook;
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };

/**
 * Shows the failure view in the open window when the card has not loaded after 120 s, and as long after each retry. A
 * card that arrives even later is still drawn.
 */
const failWhenLate = (handover: Handover): void => {
  // The realm's timer ends with it.
  handover.realm?.setTimeout(() => {
    const { launcher, live } = handover;
    if (!launcher?.isOpen()) {
      if (!live) failWhenLate(handover);
      return;
    }
    launcher.failed()?.addEventListener('click', () => failWhenLate(handover), { once: true });
  }, LATE_MS);
};

/** Makes a hidden frame, and calls `made` with it once it has loaded. */
const makeFrame = (made: (frame: HTMLIFrameElement) => void): void => {
  let root = document.documentElement;
  let frame: HTMLIFrameElement;
  try {
    // Bypasses the page's content, as `ofPage` does.
    frame = Reflect.apply(Document.prototype.createElement, document, ['iframe']) as HTMLIFrameElement;
    root = Reflect.get(Document.prototype, 'documentElement', document);
  } catch {
    frame = document.createElement('iframe');
  }
  // Not display:none, which delays effects. The page may style all frames.
  frame.style.cssText = 'all:initial!important;position:fixed!important;visibility:hidden!important';
  frame.onload = () => {
    // A frame that the page moves loads again, with a new window.
    frame.onload = null;
    made(frame);
  };
  // Append beside the body, so that a page that replaces its body keeps the realm.
  root.append(frame);
};

/** The window's frame if there is one, otherwise a hidden one. Each frame with its own realm costs memory and time. */
const frameFor = async ({ launcher }: Handover): Promise<HTMLIFrameElement> => {
  if (launcher?.root.querySelector('.card')) return (await launcher.home()).element;
  return new NativePromise(makeFrame);
};

const createRealm = async (handover: Handover): Promise<Realm> => {
  const frame = await frameFor(handover);
  const realm = frame.contentWindow as RealmWindow;
  const doc = frame.contentDocument;
  if (!doc) throw 'needs allow-same-origin';
  handover.realm = realm;
  // `pagehide` also fires when the whole page is left, but then this window is not closed.
  realm.onpagehide = () => setTimeout(() => realm.closed && handover.lost('A frame was removed.'));
  let policy: Policy | undefined = { createScriptURL: (url) => url };
  try {
    policy = realm.trustedTypes?.createPolicy('porch', policy) ?? policy;
  } catch {
    policy = undefined;
  }
  let started: unknown;
  realm[REALM_HOOK] = (start) => (started = start);
  const load = (url: string) =>
    new NativePromise((made, failed) => {
      failWhenLate(handover);
      keepTyped(handover, realm);
      hasten(handover, realm, url);
      keepLeaving(handover, realm);
      if (!policy) {
        // Trusted Types forbid this policy but do not restrict import(). Run the file in the page's realm.
        import(url).then(({ start }) => made(start), failed);
        return;
      }
      const script = doc.createElement('script');
      script.type = 'module';
      script.nonce = handover.script.nonce;
      script.src = policy.createScriptURL(url);
      // Two files may load at once. The browser calls this right after it has run this one, so `started` is its own.
      script.onload = script.onerror = (event) => {
        // The window's document keeps only what is shown.
        script.remove();
        if ((event as Event).type === 'error') return failed(event);
        made(started);
      };
      doc.head.append(script);
    });
  return { window: realm, load };
};

/**
 * Creates the realm, once. The frame's `load` event fires at once in Chromium, and later in browsers that
 * replace about:blank asynchronously. Rejects in a sandboxed page without an origin, whose frames are never
 * same-origin.
 * @param handover gets the realm; its script's nonce is copied to the scripts loaded here, and its `lost` is
 * called when the page removes the frame
 */
export const openRealm = (handover: Handover): Promise<Realm> => (handover.opened ??= createRealm(handover));
