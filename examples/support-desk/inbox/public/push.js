// The service worker of the inbox. It shows push messages while no inbox is open, and caches nothing.

/**
 * @typedef {{ url: string, frameType: string, focus(): Promise<unknown>, postMessage(data: unknown): void }} PushPage
 * @typedef {object} PushWorker The parts of a service worker that the types of pages lack.
 * @property {ServiceWorkerRegistration} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {{ matchAll(which: object): Promise<PushPage[]>, openWindow(url: string): Promise<unknown> }} clients
 * @property {(type: string, run: (event: PushOccasion) => void) => void} addEventListener
 * @typedef {object} PushOccasion An event of it.
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {{ json(): Record<string, string> }} data
 * @property {Notification} notification
 */

const worker = /** @type {PushWorker} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
const SUBSCRIPTION = new URL('api/me/push', scope).href;
const ICON = new URL('icons/192.png', scope).href;

worker.addEventListener('install', () => worker.skipWaiting());

worker.addEventListener('push', (event) => {
  const { title = '', body, tag, conversation } = event.data.json();
  const options = { body, tag, renotify: true, icon: ICON, data: { conversation } };
  event.waitUntil(worker.registration.showNotification(title, options));
});

/**
 * Whether a window shows the inbox: the preview of the settings is below it.
 * @param {PushPage} page
 */
const isInbox = ({ url, frameType }) =>
  frameType === 'top-level' && new URL(url).pathname === new URL(scope).pathname;

/** @param {string | undefined} conversation */
const openInbox = async (conversation) => {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const inbox = windows.find(isInbox);
  const hash = conversation ? `#conversation=${encodeURIComponent(conversation)}` : '';
  if (!inbox) return worker.clients.openWindow(scope + hash);
  if (conversation) inbox.postMessage({ open: conversation });
  return inbox.focus();
};

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openInbox(event.notification.data?.conversation));
});

/** The browser has replaced its subscription. It stays without one if the desk has ended it. */
const subscribeAgain = async () => {
  const answer = await fetch(SUBSCRIPTION, { cache: 'no-store' });
  if (!answer.ok) return;
  /** @type {{ key: string, browsers: { current: boolean }[] }} */
  const { key, browsers } = await answer.json();
  if (!browsers.some(({ current }) => current)) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.registration.pushManager.subscribe(options)).toJSON();
  await fetch(SUBSCRIPTION, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
};

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()));
