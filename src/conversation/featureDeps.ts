import type { ReadonlySignal } from '@preact/signals-react';
import type { createDelivery } from '../delivery/delivery';
import type { Clock } from '../platform/clock';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { createSlices } from '../slices/createSlices';
import type { Appearance, Theme } from '../slices/theme';
import type { createLocaleChanger } from './changeLocale';
import type { Shown } from './showWidget';

/**
 * Dependencies that the composition root passes to each feature. A feature names those that it uses.
 */
export type FeatureDeps = {
  slices: ReturnType<typeof createSlices>;
  delivery: ReturnType<typeof createDelivery>;
  words: ReturnType<typeof createLocaleChanger>;
  clock: Clock;
  /** The publisher's window, for features that `page` does not cover. */
  host: Window;
  page: Page;
  /** Lets a later build take over the page: a file of this build may be gone. */
  gone: (cause: unknown) => void;
  /** Whether the visitor can see the window: it is open, its page is visible, and `hide` is not in effect. */
  seen: ReadonlySignal<boolean>;
  storages: Storages;
  createId: () => string;
  report: (message: string, ...cause: unknown[]) => void;
  colours: Theme;
  /** Loads the look beyond three colours; always the same one. */
  appearance: () => Promise<Appearance>;
  /** Registers a function that is called when the messenger is disposed of. */
  own: (undo: () => void) => void;
};

/** Dependencies of a feature that needs the widget's surface. */
export type CardDeps = FeatureDeps & { surface: Shown };
