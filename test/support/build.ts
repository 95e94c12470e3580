import { build } from '../../scripts/build.mjs';

/** Before tests that use built files, builds each part whose sources have changed since it was built. */
export const setup = async (): Promise<void> => {
  await build();
};
