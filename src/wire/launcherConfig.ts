import { decodeCommon, type LauncherConfig, type LauncherWords, type Offset } from './config';
import { num, obj, str } from './decode';

const offset = (value: unknown): Offset => {
  const o = obj(value);
  // A negative offset would place the launcher off the screen.
  const px = (v: unknown) => Math.max(num(v) ?? 16, 0);
  return { horizontal: px(o.horizontal), vertical: px(o.vertical) };
};

const ENGLISH: LauncherWords = {
  open: 'Open messaging window',
  close: 'Close messaging window',
  window: 'Messaging window',
  failed: 'We couldn’t open the conversation.',
  retry: 'Try again',
  write: 'Type a message',
  send: 'Send message',
};

/** Decodes the launcher's part of a configuration answer. A missing or invalid field gets its default. */
export const decodeLauncherConfig = (value: unknown): LauncherConfig => {
  const m = obj(obj(value).messenger);
  const launcher = obj(m.launcher);
  const words = obj(launcher.words);
  const offsets = obj(m.positionOffset);
  return {
    // These stay as received: the colors, the scheme, where messages are stored.
    ...m,
    ...obj(m.color),
    ...obj(m.theme),
    ...decodeCommon(m),
    description: str(m.description),
    position: m.position === 'left' ? 'left' : 'right',
    positionOffset: { web: offset(offsets.web), mobile: offset(offsets.mobile) },
    launcher: {
      ...launcher,
      // Use the given labels only when all of them are valid, so that languages never mix.
      words: { ...ENGLISH, ...(Object.values(words).every(str) && words) },
    },
  };
};
