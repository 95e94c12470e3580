import { clamp, type Json, list, listOf, obj, oneOf, plain, str, within } from './decode';
import { MOST_BYTES } from './message';
import { shownLabel } from './shown';

const ACTIONS = ['link', 'reply', 'postback', 'webview', 'locationRequest', 'buy'] as const;

const SIZES = ['compact', 'tall', 'full'] as const;

/** A button of a message or of an item. */
export type Action = {
  /** Its `_id`, or its index where the service gave none. */
  id: string;
  type: (typeof ACTIONS)[number];
  text: string;
  uri?: string;
  payload?: string;
  metadata?: Json;
  iconUrl?: string;
  /** In integer cents. */
  amount?: number;
  /** ISO 4217. */
  currency?: string;
  paid: boolean;
  /** Whether the webview opens automatically when its message arrives. */
  openOnReceive: boolean;
  /** How much of the window the webview takes. */
  size: (typeof SIZES)[number];
};

/** A web page shown in its own card. */
export type Extension = {
  /** An http or https address. */
  url: string;
  size: Action['size'];
  /** The element that gets the focus back when the card closes. */
  opener?: HTMLElement;
};

/** One card of a carousel or one row of a list. */
export type Item = {
  title: string;
  description?: string;
  mediaUrl?: string;
  mediaType?: string;
  altText?: string;
  large: boolean;
  actions: Action[];
};

type Media = {
  url?: string;
  /** A signed preview address to show in place of `url`. */
  preview?: string;
  type?: string;
  /** In bytes. */
  size?: number;
  alt?: string;
  /** In pixels; both or neither. */
  width?: number;
  height?: number;
};

/** Upper bound of a price, in cents. */
const MOST_CENTS = 1e14;

/** Upper bound of entries in any list of a message; more would be an attack. */
export const MOST_ENTRIES = 50;

/** A label without spaces around it; undefined when nothing is left. */
export const filled = (v: unknown): string | undefined => shownLabel(v)?.trim() || undefined;

/** Decodes buttons; one without a known type or a text is dropped. The view checks the addresses of links. */
export const decodeActions = (value: unknown): Action[] =>
  listOf(
    list(value)
      .slice(0, MOST_ENTRIES)
      .map((v, i) => [v, i]),
    (entry) => {
      const [given, place] = entry as [unknown, number];
      const raw = obj(given);
      const type = oneOf(raw.type, ACTIONS);
      const text = filled(raw.text);
      if (!type || !text) return undefined;
      return {
        id: str(raw._id) || `${place}`,
        type,
        text,
        uri: str(raw.uri) ?? str(raw.fallback),
        payload: str(raw.payload),
        metadata: raw.metadata === undefined ? undefined : (plain(raw.metadata) ?? {}),
        iconUrl: str(raw.iconUrl),
        amount: within(raw.amount, -MOST_CENTS, MOST_CENTS),
        currency: str(raw.currency),
        paid: raw.state === 'paid',
        openOnReceive: raw.openOnReceive === true,
        size: oneOf(raw.size, SIZES) ?? 'full',
      };
    },
  );

/** Decodes items; one without a title, a description and a picture is dropped, as it would show nothing. */
export const decodeItems = (value: unknown): Item[] =>
  listOf(list(value).slice(0, MOST_ENTRIES), (entry) => {
    const raw = obj(entry);
    const [title, description, mediaUrl] = [filled(raw.title), filled(raw.description), str(raw.mediaUrl)];
    if (!title && !description && !mediaUrl) return undefined;
    return {
      title: title ?? '',
      description,
      mediaUrl,
      mediaType: str(raw.mediaType),
      altText: filled(raw.altText),
      large: raw.size === 'large',
      actions: decodeActions(raw.actions),
    };
  });

/** Upper bound of a picture's width and height, in pixels. */
const MOST_PIXELS = 1_000_000;

/** Decodes the picture or file of a message. */
export const decodeMedia = (value: unknown): Media => {
  const raw = obj(value);
  const [width, height] = [
    clamp(raw.mediaWidth, 0, MOST_PIXELS) ?? 0,
    clamp(raw.mediaHeight, 0, MOST_PIXELS) ?? 0,
  ];
  return {
    url: str(raw.mediaUrl),
    preview: str(raw.previewContentUrl),
    type: str(raw.mediaType),
    size: within(raw.mediaSize, 0, MOST_BYTES),
    alt: filled(raw.altText),
    ...(width >= 1 && height >= 1 ? { width, height } : {}),
  };
};

/** The last segment of an address's path, as a file name. */
export const fileNameOf = (url: string): string | undefined => {
  try {
    return shownLabel(decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '')) || undefined;
  } catch {
    return undefined;
  }
};
