import { createElement } from 'react';
import { Notices } from '../ui/notices/Notices';
import { decodeNoticesConfig } from '../wire/extras';
import type { PartDeps } from './deps';

/** The notices below the composer that an account can turn on. */
export const createPart = ({ slices }: PartDeps) => {
  const config = decodeNoticesConfig(slices.settings.raw);
  return () => createElement(Notices, config);
};
