import { createElement } from 'react';
import type { Needs } from '../../conversation/featureDeps';
import { decodeNoticesConfig } from '../../wire/extras';
import { Notices } from './View';

/** The notices below the composer that an account can turn on. */
export const createNotices = ({ slices }: Needs<never, 'settings'>) => {
  const config = decodeNoticesConfig(slices.settings.raw);
  return () => createElement(Notices, config);
};
