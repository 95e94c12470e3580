import { type ReadonlySignal, signal } from '@preact/signals-react';
import { serviceBaseUrl, suncoUrl } from '../model/baseUrls';
import type { EmbeddableConfig } from '../wire/config';

export type Settings = ReturnType<typeof createSettings>;

/**
 * The widget's configuration, and the settings that a page may change at run time.
 * @param address the configuration's
 */
export const createSettings = ({ config, address }: { config: EmbeddableConfig; address?: string }) => {
  const zIndex = signal(config.messenger.zIndex);
  const oneFile = signal(false);
  const emojiPicker = signal(true);
  return {
    ...config.messenger,
    suncoUrl: suncoUrl(config.messenger.baseUrl),
    serviceBaseUrl: serviceBaseUrl(config.messenger.baseUrl),
    address,
    zIndex: zIndex as ReadonlySignal<number>,
    setZIndex(value: number) {
      zIndex.value = value;
    },
    /** Whether the visitor sends files one at a time, as a page can set. */
    oneFile: oneFile as ReadonlySignal<boolean>,
    setOneFile(on: boolean) {
      oneFile.value = on;
    },
    /** Whether there is an emoji picker, as a page can set. */
    emojiPicker: emojiPicker as ReadonlySignal<boolean>,
    setEmojiPicker(on: boolean) {
      emojiPicker.value = on;
    },
  };
};
