import { decodeCommon, type LauncherConfig, type LauncherWords, type Offset } from './config';
import { num, obj } from './decode';

const offset = (value: unknown): Offset => {
  const o = obj(value);
  return { horizontal: num(o.horizontal) ?? 16, vertical: num(o.vertical) ?? 16 };
};

const ENGLISH: LauncherWords = {
  open: 'Open messaging window',
  close: 'Close messaging window',
  window: 'Messaging window',
  failed: 'We couldn’t open the conversation.',
  retry: 'Try again',
};

/** Reads the launcher's part of a configuration answer; each absent or odd field gets its default. */
export const decodeLauncherConfig = (value: unknown): LauncherConfig => {
  const m = obj(obj(value).messenger);
  const launcher = obj(m.launcher);
  const offsets = obj(m.positionOffset);
  const look = { ...obj(m.color), ...obj(m.theme) };
  return {
    ...decodeCommon(m),
    action: look.action,
    scheme: look.scheme,
    background: look.background,
    primary: look.primary,
    position: m.position === 'left' ? 'left' : 'right',
    positionOffset: { web: offset(offsets.web), mobile: offset(offsets.mobile) },
    launcher: {
      ...launcher,
      // Each is only ever set as text.
      words: { ...ENGLISH, ...obj(launcher.words) },
    },
  };
};
