import { ident, type Json, num, obj, str } from './decode';
import { shownLabel } from './shown';

/** An offset from the window's edge, in CSS pixels. */
export type Offset = { horizontal: number; vertical: number };

/** The words the launcher needs before any locale file is there (DESIGN.md 3.15), in the visitor's language. */
export type LauncherWords = {
  open: string;
  close: string;
  window: string;
  /** Shown in the window when the messenger itself could not be fetched. */
  failed: string;
  retry: string;
  /** Hides the launcher's label. */
  hide?: string;
};

/** `GET {host}/embeddable/config` (SPEC.md section 7; the messenger block's shape is FACTS.md section 3). */
export type EmbeddableConfig = {
  features: { fastLoad: boolean };
  messenger: MessengerConfig;
};

/** What launcher and messenger both show. */
type CommonConfig = {
  locale: string;
  title: string;
  borderRadius: number;
  zIndex: number;
};

export type MessengerConfig = CommonConfig & {
  appId: string;
  integrationId: string;
  /** The messaging service's address; SPEC.md section 3 derives suncoUrl and baseUrl from it. */
  baseUrl: string;
  description?: string;
  avatarUrl?: string;
  /** The colour of buttons. */
  action?: string;
  conversationHistory: 'remember' | 'forget';
  /** Whether the visitor has several conversations and a list of them; else there is one (SPEC.md section 2). */
  canUserSeeConversationList: boolean;
  /** Whether the visitor may send files (SPEC.md section 3 'Attachments state'). */
  attachmentsEnabled: boolean;
  /** The whole block as the account gave it, for what only a part reads: whether the part is needed, too. */
  raw: Json;
  /** As the service gave it; `model/retryPolicy` reads it. */
  restRetryPolicy?: unknown;
  color: { primary?: string; message?: string };
};

/** What the launcher's file has to know, and no other. */
export type LauncherConfig = CommonConfig & {
  /** The launcher's own colour, as it came. */
  action?: unknown;
  position: 'left' | 'right';
  positionOffset: { web: Offset; mobile: Offset };
  /** What the skeleton takes of the look, as it came: styles.ts compares and parses it. Light, dark or auto. */
  scheme?: unknown;
  /** The colours of the window and of its header. */
  background?: unknown;
  primary?: unknown;
  launcher: {
    /** square, none, or a circle by any other name; as it came. */
    shape?: unknown;
    /** A string, or nothing. As it came, like the next. */
    text?: unknown;
    showTextInMobile?: unknown;
    words: LauncherWords;
  };
};

/** SPEC.md section 9: default z-index. */
export const DEFAULT_Z_INDEX = 999999;

/** What both decoders read. @param m the configuration's messenger block */
export const decodeCommon = (m: Json): CommonConfig => ({
  locale: str(m.locale) ?? 'en-us',
  title: str(m.title) ?? '',
  borderRadius: num(m.borderRadius) ?? 16,
  zIndex: num(m.zIndex) ?? DEFAULT_Z_INDEX,
});

/** Reads the messenger's part of a configuration answer; each absent or odd field gets its default. */
export const decodeConfig = (value: unknown): EmbeddableConfig => {
  const m = obj(obj(value).messenger);
  return {
    features: { fastLoad: obj(obj(value).features).fastLoad === true },
    messenger: {
      ...decodeCommon(m),
      title: shownLabel(m.title) ?? '',
      action: str(obj(m.color).action),
      color: { primary: str(obj(m.color).primary), message: str(obj(m.color).message) },
      appId: str(m.appId) ?? '',
      integrationId: str(m.integrationId) ?? '',
      baseUrl: ident(m.baseUrl) ?? '',
      description: shownLabel(m.description),
      avatarUrl: str(m.avatarUrl) ?? str(m.avatar),
      conversationHistory: m.conversationHistory === 'remember' ? 'remember' : 'forget',
      canUserSeeConversationList: m.canUserSeeConversationList === true,
      attachmentsEnabled: m.attachmentsEnabled !== false,
      raw: m,
      restRetryPolicy: m.restRetryPolicy,
    },
  };
};

/**
 * Whether more of the look is given than three colours in hex and a radius of 16, which do without a part.
 * @param messenger the configuration answer's messenger block
 */
export const isThemed = (messenger: Json): boolean => {
  try {
    return /"(theme"|common"|labels"|messageLog"|conversationList"|borderRadius":(?!16\b))|rgb/.test(
      JSON.stringify(messenger),
    );
  } catch {
    // Nested too deep to be written; the part reads what it knows.
    return true;
  }
};
