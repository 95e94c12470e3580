import type { ReadonlySignal } from '@preact/signals-react';
import type { Made } from '../api/inEffect';
import type { createLocaleChanger } from '../flows/changeLocale';
import type { createDelivery } from '../flows/delivery';
import type { Shown } from '../flows/showWidget';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { createSlices } from '../slices/createSlices';
import type { Theme } from '../slices/theme';

/** What the composition root hands to each part; a part hands its flows and views the few they need. */
export type PartDeps = {
  slices: ReturnType<typeof createSlices>;
  delivery: ReturnType<typeof createDelivery>;
  words: ReturnType<typeof createLocaleChanger>;
  clock: Clock;
  /** The publisher's page itself, for what `page` does not tell. */
  host: Window;
  page: Page;
  /** The page's calls that are in effect, for a later build that goes on with the page. */
  calls: Made[];
  /** Whether the window is open before the visitor's eyes: neither the page nor `hide` hides it. */
  seen: ReadonlySignal<boolean>;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
  colours: Theme;
  /** Takes an undo for when the messenger goes. */
  own: (undo: () => void) => void;
};

/** What a part of an open card gets beside. */
export type CardDeps = PartDeps & { surface: Shown };
