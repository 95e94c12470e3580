import { REALM_HOOK, type RealmHook } from './handover';

type Policy = { createScriptURL(url: string): string };
type RealmWindow = Window &
  typeof globalThis & {
    [REALM_HOOK]?: RealmHook;
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };

export type Realm = {
  /** The realm's own: a page may have wrapped its fetch. */
  fetch: typeof fetch;
  /** Runs a file of this build in the realm and gives what it made; rejects when it cannot be had. */
  load(url: string): Promise<unknown>;
};

/**
 * A realm of the messenger's own (DESIGN.md 3.1): a hidden same-origin frame whose globals no page script has touched.
 * The frame is ready when its `load` has fired: at once in Chromium, later where about:blank is replaced late.
 * @param nonce of the publisher's script tag, handed on to ours
 * @param ready called once; no promise, as a page may have broken its own. Without a realm where the page is sandboxed without
 * an origin of its own, so that no frame of it has the same
 */
export const createRealm = (nonce: string, ready: (realm?: Realm) => void): void => {
  const frame = document.createElement('iframe');
  // Not display:none, with which effects come late.
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
  frame.onload = () => {
    const realm = frame.contentWindow as RealmWindow;
    const doc = frame.contentDocument;
    if (!doc) return ready();
    let policy: Policy | undefined;
    let barred = false;
    try {
      policy = realm.trustedTypes?.createPolicy('porch', { createScriptURL: (url) => url });
    } catch {
      barred = true;
    }
    ready({
      fetch: (...args) => realm.fetch(...args),
      load: (url) =>
        new realm.Promise((made, reject) => {
          if (barred) {
            // Trusted Types forbid our policy, but do not govern import(): the file runs in the page's realm.
            (window as Window as RealmWindow)[REALM_HOOK] = made;
            import(url).catch(reject);
            return;
          }
          realm[REALM_HOOK] = made;
          const script = doc.createElement('script');
          script.type = 'module';
          script.crossOrigin = '';
          script.nonce = nonce;
          script.src = policy ? policy.createScriptURL(url) : url;
          script.onerror = reject;
          doc.head.appendChild(script);
        }),
    });
  };
  // Beside the body, not in it: a page that swaps its body keeps its conversation.
  document.documentElement.appendChild(frame);
};
