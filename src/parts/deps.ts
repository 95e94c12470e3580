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

/**
 * Dependencies that the composition root passes to each part. A part passes its flows and views only some of
 * them.
 */
export type PartDeps = {
  slices: ReturnType<typeof createSlices>;
  delivery: ReturnType<typeof createDelivery>;
  words: ReturnType<typeof createLocaleChanger>;
  clock: Clock;
  /** The publisher's window, for features that `page` does not cover. */
  host: Window;
  page: Page;
  /** The page's calls that are still in effect. A later build that takes over the page replays them. */
  calls: Made[];
  /** Lets a later build take over the page: a file of this build may be gone. */
  gone: (cause: unknown) => void;
  /** Whether the visitor can see the window: it is open, its page is visible, and `hide` is not in effect. */
  seen: ReadonlySignal<boolean>;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
  colours: Theme;
  /** Registers a function that is called when the messenger is disposed of. */
  own: (undo: () => void) => void;
};

/** Dependencies of a part that needs the widget's surface. */
export type CardDeps = PartDeps & { surface: Shown };
