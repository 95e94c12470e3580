import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { EmbeddableConfig } from '../wire/config';

/**
 * Removes trailing slashes. A loop, because a regular expression takes quadratic time on a long row of
 * slashes.
 */
const trim = (url: string): string => {
  let end = url.length;
  while (url[end - 1] === '/') end--;
  return url.slice(0, end);
};

/** The base URL, with the segment `sdk` added unless it is there. */
export const suncoUrl = (baseUrl: string): string => {
  const trimmed = trim(baseUrl);
  return trimmed.endsWith('/sdk') ? trimmed : `${trimmed}/sdk`;
};

/** The base URL without a trailing `sc/sdk`. */
export const serviceBaseUrl = (baseUrl: string): string => {
  const trimmed = trim(baseUrl);
  return trimmed.endsWith('/sc/sdk') ? trimmed.slice(0, -7) : baseUrl;
};

export type Settings = ReturnType<typeof createSettings>;

/** The widget's configuration, and the z-index, the one setting that a page may change at run time. */
export const createSettings = ({ config }: { config: EmbeddableConfig }) => {
  const zIndex = signal(config.messenger.zIndex);
  return {
    ...config.messenger,
    flags: config.flags,
    suncoUrl: suncoUrl(config.messenger.baseUrl),
    serviceBaseUrl: serviceBaseUrl(config.messenger.baseUrl),
    zIndex: zIndex as ReadonlySignal<number>,
    setZIndex(value: number) {
      zIndex.value = value;
    },
  };
};
