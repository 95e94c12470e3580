import { ident, type Json, num, obj, str } from './decode';
import { shownLabel } from './shown';

/** An offset from the window's edge, in CSS pixels. */
export type Offset = { horizontal: number; vertical: number };

/** The launcher's labels in the visitor's language, for use before a locale file has loaded. */
export type LauncherWords = {
  open: string;
  close: string;
  window: string;
  /** Shown in the window when the messenger could not be loaded. */
  failed: string;
  retry: string;
  /** The text box and its button. */
  write: string;
  send: string;
  /** Label of the button that hides the launcher's text. */
  hide?: string;
  /** Names a campaign's message and the button that dismisses it. */
  campaign?: string;
  dismiss?: string;
};

/** Answer of `GET {host}/embeddable/config`. */
export type EmbeddableConfig = {
  messenger: MessengerConfig;
};

/** Fields that both the launcher and the messenger show. */
type CommonConfig = {
  locale: string;
  title: string;
  borderRadius: number;
  zIndex: number;
};

export type MessengerConfig = CommonConfig & {
  appId: string;
  integrationId: string;
  /** The integration id of an earlier version. Visitors may be stored under it, those of other desks, too. */
  former?: string;
  /** The base address of the messaging service. */
  baseUrl: string;
  description?: string;
  avatarUrl?: string;
  /** The color of buttons. */
  action?: string;
  /** Whether messages and the visitor outlive the browser's session. */
  remembers: boolean;
  /** True when the visitor may have several conversations and sees a list of them; false for exactly one. */
  canUserSeeConversationList: boolean;
  /** Whether the visitor may send files. */
  attachmentsEnabled: boolean;
  /** The whole messenger block as received. It decides which features are loaded; they read their own fields. */
  raw: Json;
  /** The feature flags, as received: those of `features`, or those in the messenger block. */
  flags: Json;
  /** As received; decoded by `model/retryPolicy`. */
  restRetryPolicy?: unknown;
  color: { primary?: string; message?: string };
};

/** The fields that only the launcher's bundle reads. */
export type LauncherConfig = CommonConfig & {
  integrationId?: unknown;
  canUserSeeConversationList?: unknown;
  conversationHistory?: unknown;
  /** Whether page views and events are sent to the account's host. */
  analytics?: unknown;
  /** Messages for visitors who have not asked anything, as received. */
  campaigns?: unknown;
  /** False where none is shown. */
  proactiveMessagingEnabled?: unknown;
  /** The launcher's own color, as received. */
  action?: unknown;
  onAction?: unknown;
  position: 'left' | 'right';
  positionOffset: { web: Offset; mobile: Offset };
  /** The loading skeleton's color scheme: light, dark or auto. As received; styles.ts checks it. */
  scheme?: unknown;
  /** The colors of the window and of its header, as received. */
  background?: unknown;
  primary?: unknown;
  /** The color of the visitor's messages, as received. */
  message?: unknown;
  description?: string;
  launcher: {
    /** `square`, `none`, or any other value for a circle. As received. */
    shape?: unknown;
    /** A string or undefined, as received; so is the next field. */
    text?: unknown;
    showTextInMobile?: unknown;
    words: LauncherWords;
  };
};

/** The z-index when the configuration gives none. */
export const DEFAULT_Z_INDEX = 999999;

/**
 * Decodes the fields that both decoders share.
 * @param m the configuration's messenger block
 */
export const decodeCommon = (m: Json): CommonConfig => ({
  locale: str(m.locale) ?? 'en-us',
  title: str(m.title) ?? '',
  borderRadius: num(m.borderRadius) ?? 16,
  zIndex: num(m.zIndex) ?? DEFAULT_Z_INDEX,
});

/** Decodes the messenger's part of a configuration answer. A missing or invalid field gets its default. */
export const decodeConfig = (value: unknown): EmbeddableConfig => {
  const m = obj(obj(value).messenger);
  const color = obj(m.color);
  return {
    messenger: {
      ...decodeCommon(m),
      title: shownLabel(m.title) ?? '',
      action: str(color.action),
      color: { primary: str(color.primary), message: str(color.message) },
      appId: str(m.appId) ?? '',
      integrationId: str(m.integrationId) ?? '',
      former: str(m.formerIntegrationId),
      baseUrl: ident(m.baseUrl) ?? '',
      description: shownLabel(m.description),
      avatarUrl: str(m.avatarUrl) ?? str(m.avatar),
      remembers: m.conversationHistory === 'remember',
      canUserSeeConversationList: m.canUserSeeConversationList === true,
      attachmentsEnabled: m.attachmentsEnabled !== false,
      raw: m,
      flags: { ...m, ...obj(obj(value).features) },
      restRetryPolicy: m.restRetryPolicy,
    },
  };
};

/** Each of these, if present, customizes the look. */
const LOOKS = ['theme', 'common', 'labels', 'messageLog', 'conversationList'];

/**
 * Whether the configuration customizes the look beyond three hex colors and a border radius of 16, which
 * need no extra feature to be loaded.
 * @param messenger the configuration answer's messenger block
 */
export const isThemed = (messenger: Json): boolean =>
  LOOKS.some((name) => messenger[name] !== undefined) ||
  (messenger.borderRadius ?? 16) !== 16 ||
  Object.values(obj(messenger.color)).some((color) => str(color)?.includes('rgb'));
