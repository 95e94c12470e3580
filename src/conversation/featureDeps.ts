import type { ReadonlySignal } from '@preact/signals-react';
import type { Delivery } from '../delivery/deliveryType';
import type { Clock } from '../platform/clock';
import type { Lazy } from '../platform/lazy';
import type { Page } from '../platform/page';
import type { Storages } from '../platform/storage';
import type { Slices } from '../slices/createSlices';
import type { Appearance, Theme } from '../slices/theme';
import type { createLocaleChanger } from './changeLocale';
import type { WidgetSurface } from './showWidget';

/** Everything that the composition root offers features. A feature lists what it uses by `Needs`. */
export type FeatureDeps = {
  slices: Slices;
  delivery: Delivery;
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
  /** Loads the look beyond three colors. */
  appearance: Lazy<Appearance>;
  /** Registers a function that is called when the messenger is disposed of. */
  onDispose: (undo: () => void) => void;
};

/**
 * Fills a surface, which the page draws by a call: the card is drawn into it when it is wanted.
 * @param overrides what this surface sees differently
 */
export type Fill = (surface: WidgetSurface, overrides: Partial<FeatureDeps>) => void;

/** The same with the widget's surface, for features of the card. */
export type CardDeps = FeatureDeps & { surface: WidgetSurface };

/** What one feature uses: a few things of the root, a few slices, and a few parts of the delivery. */
export type Needs<
  Own extends Exclude<keyof CardDeps, 'slices' | 'delivery'> = never,
  SliceNames extends keyof Slices = never,
  DeliveryNames extends keyof Delivery = never,
> = Pick<CardDeps, Own> &
  ([SliceNames] extends [never] ? unknown : { slices: Pick<Slices, SliceNames> }) &
  ([DeliveryNames] extends [never] ? unknown : { delivery: Pick<Delivery, DeliveryNames> });
