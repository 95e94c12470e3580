import { REALM_HOOK, type RealmHook } from '../platform/realmHook';

type Policy = { createScriptURL(url: string): string };
type RealmWindow = Window &
  typeof globalThis & {
    [REALM_HOOK]?: RealmHook;
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };

/**
 * Runs a file of this build in the realm. Resolves to the file's result; rejects if the file does not load.
 */
export type Load = (url: string) => Promise<unknown>;

/**
 * Creates the messenger's realm: a hidden same-origin frame whose globals no page script has changed. The
 * frame's `load` event fires at once in Chromium, and later in browsers that replace about:blank
 * asynchronously.
 * @param nonce the nonce of the publisher's script tag, copied to the scripts loaded here
 * @param ready called once with the realm; a callback, because the page may have replaced `Promise`. `load`
 * is null in a sandboxed page without an origin, whose frames are never same-origin
 */
export const createRealm = (
  nonce: string,
  ready: (realm: Window & typeof globalThis, load: Load | null) => unknown,
): void => {
  const frame = document.createElement('iframe');
  // Not display:none, which delays effects.
  frame.style.cssText = 'position:fixed;visibility:hidden';
  frame.onload = () => {
    const realm = frame.contentWindow as RealmWindow;
    const doc = frame.contentDocument;
    let policy: Policy | undefined = { createScriptURL: (url) => url };
    try {
      policy = realm.trustedTypes?.createPolicy('porch', policy) ?? policy;
    } catch {
      policy = undefined;
    }
    ready(
      realm,
      doc &&
        ((url) =>
          new realm.Promise((made, reject) => {
            if (!policy) {
              // Trusted Types forbid this policy but do not restrict import(). Run the file in the page's
              // realm.
              (window as Window as RealmWindow)[REALM_HOOK] = made;
              import(url).catch(reject);
              return;
            }
            realm[REALM_HOOK] = made;
            const script = doc.createElement('script');
            script.type = 'module';
            script.nonce = nonce;
            script.src = policy.createScriptURL(url);
            script.onerror = reject;
            doc.head.appendChild(script);
          })),
    );
  };
  // Append beside the body, so that a page that replaces its body keeps the realm.
  document.documentElement.appendChild(frame);
};
