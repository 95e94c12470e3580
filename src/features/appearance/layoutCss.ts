import type { Layout } from '../../wire/layout';
import { LEAST_INPUT } from './inputs';

const LIST = ':root [data-list]';
const HEADER = ':root [data-on=header]';
/** A message; other rows of the log have no time. */
const MESSAGE = ':root [data-time]';
const BUSINESS = `${MESSAGE}:not([data-own])`;

/** @param scale 1 is the normal size */
const scaleCss = (scale: number) =>
  [
    `:root:root{zoom:${scale};--scale:${scale}}`,
    scale < 1 && `:root:root:root{--input:max(${LEAST_INPUT / scale}px,1rem)}`,
    scale > 1.2 && ':root [data-on=composer]{flex-wrap:wrap;justify-content:flex-end;--basis:100%}',
    scale > 1.5 && `${HEADER},${LIST}{--avatar:none;--time:none}:root{--emoji:15px}`,
  ]
    .filter(Boolean)
    .join('');

/** Properties that a surface may set for itself (customCss.ts). */
const INHERITED = 'surface,ink,hover,quiet,error,field,accent,secondary,line'.replace(
  /(\w+),?/g,
  '--$1:inherit;',
);

/** Hides a header's content except its buttons. */
const BARE =
  '{min-height:0;padding-block:4px;border:0;justify-content:flex-end;--avatar:none;--heading:none}';

/**
 * The CSS of the layout settings for a card's frame. It contains only validated numbers and our own names. It
 * sets tokens on the areas that components name, never on their elements: each component reads its tokens.
 */
export const layoutCss = (wishes: Layout): string => {
  const {
    contentScale = 100,
    listAvatarSize,
    avatarPosition,
    avatarSize,
    businessWidth,
    userWidth,
    hideDivider,
  } = wishes;
  const when = (wish: unknown, css: string) => (wish ? css : '');
  return [
    when(contentScale !== 100, scaleCss(contentScale / 100)),
    when(wishes.hideHeader, HEADER + BARE),
    when(wishes.hideListHeader, `:root [data-shows=list]${BARE}`),
    when(wishes.hideNew, `${LIST}{--new:none}`),
    when(wishes.hideListAvatar, `${LIST}{--avatar:none}`),
    when(listAvatarSize, `${LIST}{--face-size:${listAvatarSize}px}`),
    when(wishes.hideTime, `${LIST}{--time:none}`),
    when(wishes.hidePreview, `${LIST}{--preview:none}`),
    // By default there is no line between conversations.
    when(hideDivider, `${LIST}{--edge:transparent}:root [data-shows=list]{border-color:transparent}`),
    when(hideDivider === false, `${LIST}{--divider:1px solid var(--line)}`),
    when(wishes.group, `${LIST}{--period:block}`),
    when(wishes.hideLogHeader, `:root [data-shows=log]${BARE}`),
    when(avatarSize, `:root:root,${MESSAGE}{--author-size:${avatarSize}px}`),
    when(
      avatarPosition === 'side',
      `${BUSINESS}{position:relative;padding-inline-start:calc(var(--author-size,20px) + 8px);--face:absolute}`,
    ),
    // Faces are at the side by default.
    when(
      avatarPosition === 'top',
      `${BUSINESS}{position:static;padding-inline-start:0;--face:static;--drop:0px}:root:root{--beside:0px}`,
    ),
    // Without a bubble, messages take the colors of the card.
    when(
      wishes.hideBusinessBubble,
      `:root:root:root{--business:var(--surface);--onBusiness:var(--ink)}:root:root [data-on=business]{${INHERITED}}`,
    ),
    when(wishes.hideUserBubble, ':root:root:root{--message:var(--surface);--onMessage:var(--ink)}'),
    when(businessWidth, `${BUSINESS}{max-width:${businessWidth}}`),
    when(userWidth, `${MESSAGE}[data-own]{max-width:${userWidth}}`),
    when(wishes.showSources === false, ':root{--sources:none}'),
  ].join('');
};
