import type { Needs } from '../../../conversation/featureDeps';
import type { CreateCommands } from '../command';

export type ConfigNeeds = Needs<never, 'settings'>;

/** Gives the page a copy of the configuration that the messenger runs with. */
export const createCommands: CreateCommands<ConfigNeeds> = ({ deps, misuse, callback }) => ({
  'messenger:get.config': (give) => {
    if (typeof give !== 'function') return misuse('messenger:get config needs a function.');
    callback('config', give)?.({ messenger: structuredClone(deps.slices.settings.raw) });
  },
});
