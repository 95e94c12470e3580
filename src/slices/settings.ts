import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { EmbeddableConfig } from '../wire/config';

/** SPEC.md section 3: "the base URL with an sdk path segment appended unless already present". */
export const suncoUrl = (baseUrl: string): string => {
  const trimmed = baseUrl.replace(/\/+$/, '');
  return trimmed.endsWith('/sdk') ? trimmed : `${trimmed}/sdk`;
};

/** SPEC.md section 3: "the base URL with a trailing sc/sdk segment removed". */
export const serviceBaseUrl = (baseUrl: string): string => baseUrl.replace(/\/sc\/sdk\/*$/, '');

export type Settings = ReturnType<typeof createSettings>;

/** The widget's configuration, and the one setting a page may change while it runs. */
export const createSettings = ({ config }: { config: EmbeddableConfig }) => {
  const zIndex = signal(config.messenger.zIndex);
  return {
    ...config.messenger,
    features: config.features,
    suncoUrl: suncoUrl(config.messenger.baseUrl),
    serviceBaseUrl: serviceBaseUrl(config.messenger.baseUrl),
    zIndex: zIndex as ReadonlySignal<number>,
    setZIndex(value: number) {
      zIndex.value = value;
    },
  };
};
