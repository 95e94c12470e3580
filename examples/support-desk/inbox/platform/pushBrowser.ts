/** What the desk needs to send push messages to this browser. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** The browser's side of push messages. */
export type PushBrowser = {
  /** Why there are none: the browser does not offer them, or only to an inbox that is installed on the device. */
  obstacle: 'missing' | 'install' | undefined;
  isSubscribed(): Promise<boolean>;
  /** Subscribes with the desk's key, unless it is subscribed with that. @throws if the browser refuses it */
  subscribe(key: string): Promise<Subscription>;
  unsubscribe(): Promise<void>;
  /** Shows a notification that the service worker opens. False if there is no service worker. */
  notify(
    title: string,
    options: { body: string; tag: string; data: { conversation: string } },
  ): Promise<boolean>;
  /** A notification of this conversation was clicked while the inbox is open. @returns ends it */
  onOpen(open: (conversationId: string) => void): () => void;
};

const isTouchedApple = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

const isSame = (a: ArrayBuffer | null, b: Uint8Array): boolean =>
  a !== null && new Uint8Array(a).join() === b.join();

/** @param script the address of the service worker, whose folder is its scope */
export const createPushBrowser = (page: Window & typeof globalThis, script: string): PushBrowser => {
  // Browsers omit them on pages without https.
  const workers = page.navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const isMissing = !workers || !('PushManager' in page) || !('Notification' in page);
  const scope = new URL('.', script).href;
  const registration = async () => {
    const known = await workers?.getRegistration(scope);
    return known?.scope === scope ? known : undefined;
  };
  const current = async () => (await registration())?.pushManager.getSubscription();

  return {
    obstacle: isMissing ? (isTouchedApple(page.navigator) ? 'install' : 'missing') : undefined,
    isSubscribed: async () => !isMissing && Boolean(await current()),
    subscribe: async (key) => {
      if (!workers) throw new Error('no service workers');
      await workers.register(script, { scope, updateViaCache: 'none' });
      const { pushManager } = await workers.ready;
      const applicationServerKey = bytesOf(key);
      const known = await pushManager.getSubscription();
      const isOurs = known && isSame(known.options.applicationServerKey, applicationServerKey);
      if (known && !isOurs) await known.unsubscribe();
      const subscription = isOurs
        ? known
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
      const { endpoint, keys } = subscription.toJSON();
      return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
    },
    unsubscribe: async () => {
      await (isMissing ? undefined : (await current())?.unsubscribe());
    },
    notify: async (title, options) => {
      const known = isMissing ? undefined : await registration();
      if (!known?.active) return false;
      await known.showNotification(title, options);
      return true;
    },
    onOpen: (open) => {
      const hear = ({ data }: MessageEvent): void => {
        const id: unknown = data?.open;
        if (typeof id === 'string') open(id);
      };
      workers?.addEventListener('message', hear);
      return () => workers?.removeEventListener('message', hear);
    },
  };
};
