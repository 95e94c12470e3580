import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type ColorPair, readablePair } from '../model/contrast';
import { Light } from '../model/defaultColors';
import type { FrameStyles } from '../platform/sheets';
import type { MessengerConfig } from '../wire/config';

/** The lazily loaded feature that draws all of the look except three colors. */
export type Appearance = {
  /**
   * Applies a customization object.
   * @param misuse called with a message when the value is invalid; nothing changes then
   */
  customize(value: unknown, misuse: (message: string) => void): Promise<unknown>;
  /** Resolves when everything that the configuration and the calls until now ask for has taken effect. */
  ready(): Promise<unknown>;
};

export type Theme = {
  primary?: ColorPair;
  message: ColorPair;
  action: ColorPair;
  /** The styles of every frame that shows a card. */
  frames: ReadonlySignal<readonly FrameStyles[]>;
  /** @returns the undo */
  addFrame(styles: FrameStyles): () => void;
};

/**
 * The three colors that most publishers set, each with a readable text color. The appearance has the
 * rest. The header is colored only when a primary color is given.
 */
export const createTheme = ({ action, color }: MessengerConfig): Theme => {
  const frames = signal<readonly FrameStyles[]>([]);
  return {
    primary: color.primary ? readablePair(color.primary, Light.action) : undefined,
    message: readablePair(color.message, Light.message),
    action: readablePair(action, Light.action),
    frames,
    addFrame(styles) {
      frames.value = [...frames.value, styles];
      return () => {
        frames.value = frames.value.filter((other) => other !== styles);
      };
    },
  };
};
