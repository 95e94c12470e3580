import { REALM_HOOK, type RealmHook } from './handover';

type Policy = { createScriptURL(url: string): string };
type RealmWindow = Window &
  typeof globalThis & {
    [REALM_HOOK]?: RealmHook;
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };

/** Runs a file of this build in the realm and gives what it made; rejects when it cannot be had. */
export type Load = (url: string) => Promise<unknown>;

/**
 * A realm of the messenger's own (DESIGN.md 3.1): a hidden same-origin frame whose globals no page script has touched.
 * The frame is ready when its `load` has fired: at once in Chromium, later where about:blank is replaced late.
 * @param nonce of the publisher's script tag, handed on to ours
 * @param ready called once; no promise, as a page may have broken its own. Without a document where the page is sandboxed without
 * an origin of its own, so that no frame of it has the same
 */
export const createRealm = (
  nonce: string,
  ready: (realm: Window & typeof globalThis, load: Load | null) => unknown,
): void => {
  const frame = document.createElement('iframe');
  // Not display:none, with which effects come late.
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
              // Trusted Types forbid our policy, but do not govern import(): the file runs in the page's realm.
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
  // Beside the body, not in it: a page that swaps its body keeps its conversation.
  document.documentElement.appendChild(frame);
};
