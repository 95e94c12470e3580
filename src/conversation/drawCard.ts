import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Words } from '../i18n/words';
import { listen } from '../platform/disposer';
import { fillsWidth } from '../platform/fillsWidth';
import type { CardFrame } from '../platform/frames';
import { createHomeState } from './card/homeState';
import { keepDrafts } from './composer/storeDrafts';
import type { HomeActions } from './context';
import type { CardDeps, FeatureDeps } from './featureDeps';
import type { Features } from './features';
import { homeFeatures } from './homeFeatures';
import { createFeatureLoader } from './loadFeatures';
import { mountHome } from './mount';
import type { WidgetSurface } from './showWidget';

/** The actions of the card's own buttons and composer. */
export const actionsOf = ({
  delivery,
  slices,
}: Pick<FeatureDeps, 'delivery' | 'slices'>): Omit<HomeActions, 'keepDraft' | 'retryFeatures'> => ({
  retry: delivery.sender.retry,
  remove: delivery.sender.remove,
  close: slices.router.closeWidget,
  retryStart: delivery.start,
  showList: () => slices.conversations.show(),
});

/** Loads what draws people, if the configuration names any. A card without it looks as it does without people. */
export const loadPeople = (deps: CardDeps) =>
  deps.slices.settings.raw.people
    ? homeFeatures.people
        .load()
        .then(({ create }) => create(deps))
        .catch((cause) => void deps.report('people could not be loaded', cause))
    : undefined;

/** Asks for the feature `fullScreen` once the frame fills the page's width. */
const watchWidth = (
  frame: CardFrame,
  { host, onDispose }: Pick<FeatureDeps, 'host' | 'onDispose'>,
  load: () => void,
) => {
  const fill = () => {
    if (fillsWidth(frame.element)) load();
  };
  fill();
  onDispose(listen(host, 'resize', fill));
};

/**
 * Draws the home card into the surface's frame, with the features that it loads on demand. Rejects if the words cannot
 * be loaded.
 * @param themed resolves when the theme has loaded, if the configuration has one
 * @param filesLeft whether an earlier page left unsent files
 * @returns the undo
 */
export const drawCard = async (
  deps: FeatureDeps,
  surface: WidgetSurface,
  themed: () => Promise<unknown>,
  filesLeft: () => boolean,
): Promise<() => void> => {
  const { slices, words, onDispose, page, colours } = deps;
  const card: CardDeps = { ...deps, surface };
  const [frame, people] = await Promise.all([surface.home(), loadPeople(card), words.ready(), themed()]);
  const { feature, missing, retry } = createFeatureLoader<Features, CardDeps>(deps, homeFeatures, card);
  // The next click may need a feature that failed to load; retry those.
  onDispose(listen(frame.document, 'click', retry));
  const loaded = slices.locale.words as ReadonlySignal<Words>;
  onDispose(
    effect(() => {
      frame.element.title = loaded.value.t('frame_home');
    }),
  );
  const drafts = keepDrafts(deps);
  watchWidth(frame, deps, () => feature('fullScreen'));
  const given = {
    feature,
    missing,
    features: homeFeatures,
    textBox: frame.textBox,
    words: loaded,
    touchFirst: page.coarsePointer(),
    draftKey: drafts.key,
    filesLeft: filesLeft(),
    clock: deps.clock,
  };
  const state = createHomeState(given, slices, people || undefined);
  surface.drawn();
  import(/* first opening: 6 */ '../platform/cycleFocus').then(
    (m) => onDispose(m.cycleFocus(frame.document, surface.button, () => slices.router.widgetOpen.value)),
    deps.gone,
  );
  return mountHome(frame, colours, {
    state,
    actions: { ...actionsOf(deps), keepDraft: drafts.follow, retryFeatures: retry },
  });
};
