import { createElement } from 'react';
import { Notices } from '../ui/notices/Notices';
import { decodeNoticesConfig } from '../wire/extras';
import type { PartDeps } from './deps';

/** What stands below the composer where the account wants it. */
export const createPart = ({ slices }: PartDeps) => {
  const config = decodeNoticesConfig(slices.settings.raw);
  return () => createElement(Notices, config);
};
