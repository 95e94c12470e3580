import type { Handover } from '../../../loader/handover';
import type { RunningPlace } from '../../../platform/runningPlace';
import type { CreateCommands } from '../command';

export type DestroyNeeds = { handover: Handover };

type HostPage = Window & { console: Console; zE?: unknown; zEmbed?: unknown };

/**
 * Removes Porch from the page: the widget, the realm, the listeners and the globals. Keeps the storage, so that
 * the visitor finds their conversation again.
 */
const destroyWidget = (handover: Handover): void => {
  const { launcher, live, realm, build, zE } = handover;
  const host = handover.host as HostPage;
  handover.lost = () => {};
  live?.dispose();
  launcher?.dispose();
  for (const link of host.document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    if (link.href.includes(`/${build}/`)) link.remove();
  // A page may have kept the function. The loader's own call below is not logged.
  let told = true;
  handover.takeOver(() => {
    if (!told) host.console.error('Porch: The page has called destroy, so this and later calls do nothing.');
    told = true;
  });
  // The page may have started another widget since.
  for (const name of ['zE', 'zEmbed'] as const) if (host[name] === zE) delete host[name];
  // It would keep the realm alive.
  const place: RunningPlace = host.location;
  if (place.porch === zE) delete place.porch;
  told = false;
  realm?.frameElement?.remove();
  // A messenger that has just started must draw nothing.
  handover.draw = async () => {};
  // References that the page still has to Porch must not keep the realm alive.
  Object.assign(handover, { realm: undefined, opened: undefined, launcher: undefined, live: undefined });
};

export const createCommands: CreateCommands<DestroyNeeds> = ({ deps, callback }) => ({
  'messenger.destroy': (done) => {
    const answer = callback('destroy', done);
    destroyWidget(deps.handover);
    answer?.(null);
  },
});
