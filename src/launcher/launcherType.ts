import type { Call } from '../loader/call';
import type { Surface } from './surface';

export type LauncherState = {
  /** The button's accessible name while the widget is closed and open. */
  open: string;
  close: string;
  /** Replaces `open` while there are unread messages. */
  unreadName?: string;
  /** The visible text beside the icon; it is added to the accessible name. */
  label?: string;
};

/** The surface with the launcher button, in plain DOM without a framework. */
export type Launcher = Surface & {
  button: HTMLElement;
  update(state: Partial<LauncherState>): void;
  /**
   * Applies a queued call to the launcher at once. The messenger replays the call after it loads.
   * @param queued whether the call was made before the launcher was drawn
   */
  early(call: Call, queued?: boolean): void;
};
