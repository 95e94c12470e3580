import { effect, untracked } from '@preact/signals-react';
import type { Draft } from '../model/message';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import { createServices } from '../services/createServices';
import type { RequestError, Tell } from '../services/requestError';
import type { createSlices } from '../slices/createSlices';
import type { CreateUserBody } from '../wire/client';
import { type Chunks, lazyChunks } from './chunks';
import { createIdentityLoader } from './identity/loadIdentity';
import type { createRefusals } from './identity/refusals';
import { createSession } from './identity/session';
import { createReceiving } from './receiving/receive';
import { holdConversation } from './sending/holdConversation';
import { createOutbox } from './sending/outbox';
import { createSender } from './sending/sendMessage';
import { createStarts } from './startAgain';
import { createStarter } from './startMessenger';
import { watchTabs } from './watchTabs';

type Deps = {
  slices: ReturnType<typeof createSlices>;
  fetch: typeof fetch;
  clock: Clock;
  page: Page;
  /** The publisher's window, and what registers an undo for the messenger's end; the fault model has neither. */
  host?: Window;
  own?: (undo: () => void) => void;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
  /** Why the visitor or their first conversation is created, if a campaign asked them. */
  origin?: () => Pick<CreateUserBody, 'intent' | 'signedCampaignData'> | undefined;
  /** Loads the lazy chunks. */
  chunks?: Chunks;
};

/**
 * The delivery engine: identity, conversation start, sending, realtime and history sync over the slices.
 * Clock, network, storage and page are passed in and it draws nothing, so fault tests can run it unchanged.
 */
export const createDelivery = ({ chunks = lazyChunks, ...deps }: Deps) => {
  const { slices, storages, createId, report } = deps;
  const { settings, user, conversations, connection, router } = slices;
  const sessionId = createId();
  const tell: Tell = (message) => (cause) => {
    if (!(cause as Partial<RequestError> | undefined)?.isActionCancelled) report(message, cause);
  };
  const services = createServices({
    ...settings,
    ...deps,
    sessionId,
    identity: { ...user, appUserId: () => user.appUserId.value },
    epoch: user.epoch,
    restarting: connection.restarting,
    // Without the file of refusals, the call fails. The next refused call requests the file again.
    recover: (status, renewed) =>
      refusals().then(
        (r) => r.recover(status, renewed),
        () => false,
      ),
    onRefused: (status) =>
      refusals().then(
        (r) => r.onRefused(status),
        () => {},
      ),
  });
  const outbox = createOutbox({ ...settings, store: storages.lasting });
  /** Each piece takes from these what its own type names. */
  const all = {
    ...settings,
    ...deps,
    ...slices,
    ...services,
    chunks,
    sessionId,
    tell,
    store: storages.lasting,
    outbox,
  };
  const restore = () => sender.restore(user.appUserId.value ?? '');
  const { ensureStarted, ...starter } = createStarter({
    ...all,
    locale: () => slices.locale.locale.value ?? settings.locale,
    // Until the service has refused a visitor, there is nothing to wait for.
    mayCreate: () => made?.mayCreate(),
    onStarted(_id, isNew) {
      restore();
      receiving.onStarted(isNew);
    },
  });
  const sender = createSender({ ...all, ensureStarted: () => loginOver().then(ensureStarted) });
  const { start, startAgain, ...starts } = createStarts({ ...all, ensureStarted, restore });

  /** The open conversation was removed: its unsent messages move to another one. */
  const onLeft = () => {
    if (conversations.active.value) {
      restore();
      receiving.refresh();
    } else {
      starter.reset();
      start();
    }
  };
  const { live, connectLive, ...receiving } = createReceiving({
    ...all,
    onLeft,
    flush: sender.flush,
    enter: () => loaded()?.then(({ enter }) => enter()),
    refused: async (...args) => (await refusals()).onSubscriptionRefused(...args),
  });

  const session = createSession({ ...all, starter, sender, live });
  const { loaded, load, loginOver, ...identity } = createIdentityLoader({
    ...all,
    ...starter,
    session,
    start,
  });
  let made: ReturnType<typeof createRefusals> | undefined;
  const refusals = async () => {
    const { createRefusals } = await chunks.refusals();
    made ??= createRefusals({ ...all, ...starter, session, loaded, load, start });
    return made;
  };

  /** Another tab has started as another visitor. */
  const join = () => {
    if (!user.mayFollow()) return;
    if (user.appUserId.value) session.end('pass');
    user.takeStored();
    start();
  };
  /** Opening the widget or sending a message connects at once, without waiting for the next attempt. */
  const hurry = () => {
    startAgain();
    if (user.initializedStatus.value === 'successful' && connection.status.value !== 'connected')
      void connectLive();
  };
  const offs = [
    starts.dispose,
    receiving.dispose,
    watchTabs({
      ...all,
      remember: settings.remembers,
      leave: () => session.end('keep'),
      join,
    }),
    effect(() => (router.widgetOpen.value ? untracked(hurry) : undefined)),
    holdConversation(slices),
    sender.dispose,
    () => slices.announcer.cancel(),
  ];

  return {
    ...services,
    ...receiving,
    ...identity,
    loginOver,
    sender: {
      ...sender,
      send(draft: Draft, key?: string, to?: string) {
        conversations.removed.value = false;
        sender.send(draft, key, to);
        hurry();
      },
    },
    outbox,
    start,
    session,
    /** Cancels a login under way and forgets how visitors log in. */
    cancelLogin: () => void loaded()?.then(({ cancel }) => cancel()),
    dispose() {
      for (const off of offs) off();
    },
  };
};
