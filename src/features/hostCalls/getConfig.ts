import type { LazyCommand } from './lazyCommand';

/** Gives the page a copy of the configuration that the messenger runs with. */
const config: LazyCommand = ({ deps, misuse, callback }, done) => {
  if (typeof done !== 'function') return misuse('messenger:get config needs a function.');
  callback('config', done)?.({ messenger: structuredClone(deps.slices.settings.raw) });
};

export const GET = { 'messenger:get.config': config };
