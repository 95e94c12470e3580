import { bool, num, obj, oneOf, str } from './decode';

/** An offset from the window's edge, in CSS pixels. */
export type Offset = { horizontal: number; vertical: number };

/** The words the launcher needs before any locale file is there (DESIGN.md 3.15), in the visitor's language. */
export type LauncherWords = { open: string; close: string; window: string };

/** `GET {host}/embeddable/config` (SPEC.md section 7; the messenger block's shape is FACTS.md section 3). */
export type EmbeddableConfig = {
  features: { fastLoad: boolean; soundNotificationEnabled: boolean; debug: boolean };
  messenger: MessengerConfig;
};

export type MessengerConfig = {
  appId: string;
  integrationId: string;
  /** The messaging service's address; SPEC.md section 3 derives suncoUrl and baseUrl from it. */
  baseUrl: string;
  locale: string;
  title: string;
  description?: string;
  avatarUrl?: string;
  conversationHistory: 'remember' | 'forget';
  canUserSeeConversationList: boolean;
  attachmentsEnabled: boolean;
  color: { primary?: string; message?: string; action?: string };
  position: 'left' | 'right';
  positionOffset: { web: Offset; mobile: Offset };
  borderRadius: number;
  zIndex: number;
  launcher: {
    shape: 'square' | 'circle' | 'none';
    text?: string;
    showTextInMobile: boolean;
    words: LauncherWords;
  };
};

/** SPEC.md section 9: default z-index. */
export const DEFAULT_Z_INDEX = 999999;

const offset = (value: unknown): Offset => {
  const o = obj(value);
  return { horizontal: num(o.horizontal) ?? 16, vertical: num(o.vertical) ?? 16 };
};

/** Reads a configuration answer; each absent or odd field gets its default. */
export const decodeConfig = (value: unknown): EmbeddableConfig => {
  const root = obj(value);
  const f = obj(root.features);
  const m = obj(root.messenger);
  const color = obj(m.color);
  const launcher = obj(m.launcher);
  const words = obj(launcher.words);
  const offsets = obj(m.positionOffset);
  return {
    features: {
      fastLoad: f.fastLoad === true,
      soundNotificationEnabled: f.soundNotificationEnabled === true,
      debug: f.debug === true,
    },
    messenger: {
      appId: str(m.appId) ?? '',
      integrationId: str(m.integrationId) ?? '',
      baseUrl: str(m.baseUrl) ?? '',
      locale: str(m.locale) ?? 'en-us',
      title: str(m.title) ?? '',
      description: str(m.description),
      avatarUrl: str(m.avatarUrl) ?? str(m.avatar),
      conversationHistory: m.conversationHistory === 'remember' ? 'remember' : 'forget',
      canUserSeeConversationList: m.canUserSeeConversationList === true,
      attachmentsEnabled: bool(m.attachmentsEnabled) ?? true,
      color: { primary: str(color.primary), message: str(color.message), action: str(color.action) },
      position: oneOf(m.position, ['left', 'right']) ?? 'right',
      positionOffset: { web: offset(offsets.web), mobile: offset(offsets.mobile) },
      borderRadius: num(m.borderRadius) ?? 16,
      zIndex: num(m.zIndex) ?? DEFAULT_Z_INDEX,
      launcher: {
        shape: oneOf(launcher.shape, ['square', 'circle', 'none']) ?? 'circle',
        text: str(launcher.text) || undefined,
        showTextInMobile: launcher.showTextInMobile === true,
        words: {
          open: str(words.open) ?? 'Open messaging window',
          close: str(words.close) ?? 'Close messaging window',
          window: str(words.window) ?? 'Messaging window',
        },
      },
    },
  };
};
