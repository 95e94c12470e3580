import { num, obj } from './decode';

/**
 * The layout settings of a publisher. An absent field keeps the default. Lengths are CSS pixels unless said
 * otherwise.
 */
export type Layout = {
  /** Which side the launcher and the window are on. */
  side?: 'left' | 'right';
  webHorizontal?: number;
  webVertical?: number;
  mobileHorizontal?: number;
  mobileVertical?: number;
  /** In percent. */
  contentScale?: number;
  hideHeader?: boolean;
  hideListHeader?: boolean;
  hideNew?: boolean;
  hideListAvatar?: boolean;
  listAvatarSize?: number;
  hideTime?: boolean;
  hidePreview?: boolean;
  hideDivider?: boolean;
  group?: boolean;
  hideLogHeader?: boolean;
  /** `top`: on the line of the author's name. `side`: beside the messages. */
  avatarPosition?: 'top' | 'side';
  avatarSize?: number;
  hideBusinessBubble?: boolean;
  hideUserBubble?: boolean;
  /** A CSS length with its unit, built from a validated number. */
  businessWidth?: string;
  userWidth?: string;
  showSources?: boolean;
};

type Rule = [wanted: string, decode: (value: unknown) => unknown];

const between = (low: number, high: number): Rule => [
  `a number from ${low} to ${high}`,
  (value) => {
    const n = num(value);
    return n !== undefined && n >= low && n <= high ? n : undefined;
  },
];
const flag: Rule = ['true or false', (value) => (typeof value === 'boolean' ? value : undefined)];
const choice = (a: string, b: string): Rule => [`${a} or ${b}`, (value) => [a, b].find((c) => c === value)];
const width: Rule = [
  'a number of pixels from 120 to 1000, or 20% to 100% in quotes',
  (value) => {
    const share = typeof value === 'string' && /^(\d{2,3})%$/.exec(value);
    const n = Number(share ? share[1] : num(value));
    return share ? (n >= 20 && n <= 100 ? `${n}%` : undefined) : n >= 120 && n <= 1000 ? `${n}px` : undefined;
  },
];
const offset = between(0, 1000);
const avatar = between(16, 64);

/** Decoded by `theme.ts` instead. */
const THEIRS = 'common.stylingPreset';

const FIELDS: [path: string, field: keyof Layout, rule: Rule][] = [
  ['common.contentScale', 'contentScale', between(50, 200)],
  ['common.hideHeader', 'hideHeader', flag],
  ['conversationList.hideHeader', 'hideListHeader', flag],
  ['conversationList.hideNewConversationButton', 'hideNew', flag],
  ['conversationList.avatar.hidden', 'hideListAvatar', flag],
  ['conversationList.avatar.size', 'listAvatarSize', avatar],
  ['conversationList.hideTimestamp', 'hideTime', flag],
  ['conversationList.hideMessagePreview', 'hidePreview', flag],
  ['conversationList.hideDivider', 'hideDivider', flag],
  ['conversationList.groupByTimestamp', 'group', flag],
  ['messageLog.hideHeader', 'hideLogHeader', flag],
  ['messageLog.avatar.position', 'avatarPosition', choice('top', 'side')],
  ['messageLog.avatar.size', 'avatarSize', avatar],
  ['messageLog.businessMessage.hideBubble', 'hideBusinessBubble', flag],
  ['messageLog.userMessage.hideBubble', 'hideUserBubble', flag],
  ['messageLog.businessMessage.bubbleMaxWidth', 'businessWidth', width],
  ['messageLog.userMessage.bubbleMaxWidth', 'userWidth', width],
  ['messageLog.citations.sources', 'showSources', flag],
  ['position.side', 'side', choice('left', 'right')],
  ['position.offset.web.horizontal', 'webHorizontal', offset],
  ['position.offset.web.vertical', 'webVertical', offset],
  ['position.offset.mobile.horizontal', 'mobileHorizontal', offset],
  ['position.offset.mobile.vertical', 'mobileVertical', offset],
];

/** Cut unknown names in problem messages to this many characters. */
const LONGEST_PATH = 100;

/**
 * Reads the layout blocks of a customization: `conversationList`, `messageLog`, `position` and
 * `common.position`.
 * @returns the settings that could be read, and one sentence for each that could not
 */
export const decodeLayout = (value: unknown): { layout: Layout; problems: readonly string[] } => {
  const problems: string[] = [];
  const layout: Record<string, unknown> = {};
  const read = (given: unknown, path: string) => {
    if (given === undefined || path === THEIRS) return;
    // Publishers write `position` at the top level or under `common`. The one read later wins.
    const known = path.replace(/^common\.(?=position)/, '');
    const field = FIELDS.find(([name]) => name === known);
    if (field) {
      const [, key, [wanted, decode]] = field;
      const decoded = decode(given);
      if (decoded === undefined) problems.push(`${path} must be ${wanted}.`);
      else layout[key] = decoded;
    } else if (path !== 'common' && !FIELDS.some(([name]) => name.startsWith(`${known}.`))) {
      problems.push(`${path.slice(0, LONGEST_PATH)} is unknown.`);
    } else if (obj(given) !== given) {
      problems.push(`${path} must be an object.`);
    } else {
      for (const [key, inner] of Object.entries(given)) read(inner, `${path}.${key}`);
    }
  };
  const { common, conversationList, messageLog, position } = obj(value);
  for (const [name, block] of Object.entries({ common, conversationList, messageLog, position })) {
    read(block, name);
  }
  return { layout: layout as Layout, problems };
};

const PLACE = ['side', 'webHorizontal', 'webVertical', 'mobileHorizontal', 'mobileVertical'] as const;

/** Whether the settings move launcher and window. */
export const isPlaced = (wishes: Layout): boolean => PLACE.some((name) => wishes[name] !== undefined);
