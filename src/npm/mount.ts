import type { ZE } from './calls.js';

/** A call that waits for the script, with its state, as the script reads it. */
type Waiting = unknown[] & { cancelled?: boolean; undo?: () => void };

type PageZE = ((...args: unknown[]) => unknown) & { q?: Waiting[]; porch?: boolean };

const page = () => window as unknown as { zE?: PageZE };

/** The page's `zE`; before the script has run, a function that queues the calls. */
const pageZE = (): PageZE => {
  const host = page();
  if (!host.zE) {
    const q: Waiting[] = [];
    const stub = (...args: unknown[]) => {
      const call: Waiting = args;
      q.push(call);
      return () => {
        call.cancelled = true;
        call.undo?.();
      };
    };
    host.zE = Object.assign(stub, { q });
  }
  return host.zE;
};

/** Makes a call. On a server it does nothing, and returns a function as on a page. */
export const zE = ((...args: unknown[]) =>
  typeof window === 'undefined' ? () => {} : pageZE()(...args)) as ZE;

export type MountOptions = {
  /** The address of the desk's `porch.now.js`, or of `porch.js`. */
  src: string;
  /** The account's key, where the desk has several. */
  key?: string;
  /** The desk that is asked for the configuration; the origin of `src` by default. */
  host?: string;
  /** `none` leaves the launcher out. */
  launcher?: 'none';
  /** The nonce of the page's content security policy. */
  nonce?: string;
  /** Called when the script cannot be loaded. */
  onError?: (error: Error) => void;
};

/** The page's one messenger, shared by all components that ask for it. */
const state: {
  mounts: number;
  /** What the last of them asked for. */
  options?: MountOptions;
  script?: HTMLScriptElement;
  /** Whether the script is loading or the messenger is leaving. */
  busy: boolean;
} = { mounts: 0, busy: false };

const removeScript = () => {
  state.script?.remove();
  state.script = undefined;
  state.busy = false;
};

/** Adds the script or removes the messenger, to match what the mounts ask for. */
const settle = () => {
  const { mounts, options, script, busy } = state;
  if (busy) return;
  // There was a mount before anything is settled.
  const tag = createTag(options as MountOptions);
  if (!script) {
    // A page that has the script tag already keeps its messenger.
    if (!mounts || page().zE?.porch) return;
    pageZE();
    state.busy = true;
    state.script = tag;
    document.head.append(tag);
    return;
  }
  // A tag with other attributes is for another messenger.
  if (mounts && script.outerHTML === tag.outerHTML) return;
  state.busy = true;
  const old = pageZE();
  // Calls made until then wait for the next messenger, as mounts do.
  delete page().zE;
  old('messenger', 'destroy', () => {
    removeScript();
    settle();
  });
};

const createTag = ({ src, key, host, launcher, nonce, onError }: MountOptions) => {
  const tag = document.createElement('script');
  tag.async = true;
  if (nonce) tag.nonce = nonce;
  for (const [name, value] of Object.entries({ key, zendeskHost: host, launcher }))
    if (value) tag.dataset[name] = value;
  tag.onload = () => {
    state.busy = false;
    settle();
  };
  tag.onerror = () => {
    removeScript();
    onError?.(new Error(`${src} could not be loaded`));
  };
  tag.src = src;
  return tag;
};

/**
 * Puts the messenger on the page. While it is there, another call adds nothing; one for another account replaces it.
 * @returns takes it off again, once each call's function was called
 */
export const mount = (options: MountOptions): (() => void) => {
  if (typeof window === 'undefined') return () => {};
  state.mounts++;
  state.options = options;
  settle();
  let mine = 1;
  return () => {
    state.mounts -= mine;
    mine = 0;
    // React mounts twice in development, and a router may mount the next page first.
    setTimeout(settle);
  };
};
