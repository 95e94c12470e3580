import { createElement } from 'react';
import type { PartDeps } from '../../conversation/featureDeps';
import { decodeNoticesConfig } from '../../wire/extras';
import { Notices } from './View';

/** The notices below the composer that an account can turn on. */
export const createPart = ({ slices }: PartDeps) => {
  const config = decodeNoticesConfig(slices.settings.raw);
  return () => createElement(Notices, config);
};
