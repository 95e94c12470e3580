import type { Clock } from '../platform/clock';
import type { Lock } from '../platform/inTurn';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { Services } from '../services/createServices';
import type { Slices } from '../slices/createSlices';
import type { CreateUserBody } from '../wire/client';
import type { Chunks } from './chunks';
import type { IdentityLoader } from './identity/loadIdentity';
import type { Session } from './identity/session';
import type { OpenChannel } from './identity/tokenOfTabs';
import type { Arrivals } from './receiving/arrivals';
import type { Receiving } from './receiving/receive';
import type { Outbox } from './sending/outbox';
import type { Sender } from './sending/sendMessage';

export type DeliveryDeps = {
  slices: Slices;
  fetch: typeof fetch;
  /** Lets one tab at a time create a visitor. The fault model has none: its tabs see the storage at once. */
  lock?: Lock;
  /** Ends with the owner of `onDispose`, and with it every wait of the engine. */
  clock: Clock;
  page: Page;
  /** The publisher's window, on which attention is drawn; the fault model has none. */
  host?: Window;
  /** Registers a function that ends the engine. */
  onDispose: (undo: () => void) => void;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
  /** Why the visitor or their first conversation is created, if a campaign asked them. */
  origin?: () => Pick<CreateUserBody, 'intent' | 'signedCampaignData'> | undefined;
  /** Opens a channel to the other tabs; the browser's own by default. */
  openChannel?: OpenChannel;
  chunks?: Chunks;
};

/** The delivery engine, as the messenger and its features use it. */
export type Delivery = Services &
  Receiving &
  IdentityLoader & {
    chunks: Chunks;
    /** Loads what handles an agent's messages. */
    arrivals(): Promise<Arrivals>;
    sender: Sender;
    outbox: Outbox;
    /** Starts the conversation, and again after a failure. */
    start(): void;
    session: Session;
  };
