import { REALM_HOOK, type RealmHook } from './handover';

type Policy = { createScriptURL(url: string): string };
type RealmHooked = { [REALM_HOOK]?: RealmHook };
export type RealmWindow = Window &
  typeof globalThis &
  RealmHooked & {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  };

/**
 * A realm of the messenger's own (DESIGN.md 3.1): a hidden same-origin frame whose globals no page script has touched.
 * The frame is ready when its `load` has fired: at once in Chromium, later where about:blank is replaced late.
 */
export const createRealm = (doc: Document): Promise<RealmWindow> =>
  new Promise((resolve) => {
    const frame = doc.createElement('iframe');
    frame.title = '';
    frame.tabIndex = -1;
    frame.setAttribute('aria-hidden', 'true');
    // Not display:none, with which effects come late.
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    frame.onload = () => resolve(frame.contentWindow as RealmWindow);
    doc.documentElement.appendChild(frame);
  });

/**
 * Runs a file of this build in the realm and gives what it made. Where the page's Trusted Types forbid our policy, the
 * file runs in the page's realm by `import()`, which they do not govern.
 */
export const loadInto = (realm: RealmWindow, url: string, nonce: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const doc = realm.document;
    let address = url;
    try {
      const policy = realm.trustedTypes?.createPolicy('porch', { createScriptURL: (u) => u });
      if (policy) address = policy.createScriptURL(url);
    } catch {
      (globalThis as RealmHooked)[REALM_HOOK] = resolve;
      import(url).catch(reject);
      return;
    }
    const script = doc.createElement('script');
    script.type = 'module';
    script.crossOrigin = 'anonymous';
    script.nonce = nonce;
    script.src = address;
    script.onerror = () => {
      doc.head.removeChild(script);
      reject(Error(`${url} could not be loaded`));
    };
    realm[REALM_HOOK] = resolve;
    doc.head.appendChild(script);
  });
