import type { Layout } from '../../wire/layout';

const LIST = ':root [data-list]';
const LIST_HEADER = ':root div:has(>[data-list])>header';
const LOG = ':root [role=log]';
/** A message; other rows of the log have no time. */
const MESSAGE = `${LOG} li[data-time]`;
const BUSINESS = `${MESSAGE}:not([data-own])`;

/** The smallest text size of inputs in CSS pixels, because phones zoom in on smaller ones. */
const LEAST_INPUT = 16;

/** The composer's form. Other forms are on cards, which have `data-on`. */
const COMPOSER = ':root :not([data-on])>form';

/** @param scale 1 is the normal size */
const scaleCss = (scale: number) =>
  [
    `:root:root{zoom:${scale};--scale:${scale}}`,
    scale < 1 &&
      `:root:root :is(textarea,input,select){font-size:max(${LEAST_INPUT / scale}px,var(--text,0px));line-height:1.5}`,
    scale > 1.2 &&
      `${COMPOSER}{flex-wrap:wrap}${COMPOSER} textarea{flex-basis:100%}${COMPOSER} textarea+*{margin-inline-start:auto}`,
    scale > 1.5 &&
      ':root :is(header,li>button)>span[aria-hidden],:root li>button time{display:none}:root form [role=dialog] button{font-size:15px}',
  ]
    .filter(Boolean)
    .join('');

/** Properties that a surface may set for itself (customCss.ts). */
const INHERITED = 'surface,ink,hover,quiet,error,field,accent,focus,secondary,line'.replace(
  /(\w+),?/g,
  '--$1:inherit;',
);

/** Hides a header's content except its buttons. */
const bareHeader = (header: string) => {
  return `${header}{min-height:0;padding-block:4px;border:0;justify-content:flex-end}${header}>:not(button,[data-on]){display:none}`;
};

/**
 * The CSS of the layout settings for a card's frame. It contains only validated numbers and our own names.
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
  const hide = (wish: boolean | undefined, what: string) => when(wish, `${what}{display:none}`);
  return [
    when(contentScale !== 100, scaleCss(contentScale / 100)),
    when(wishes.hideHeader, bareHeader(':root header')),
    when(wishes.hideListHeader, bareHeader(LIST_HEADER)),
    hide(wishes.hideNew, `${LIST}>footer`),
    hide(wishes.hideListAvatar, `${LIST} li>button>[aria-hidden]`),
    when(listAvatarSize, `${LIST} li>button>[aria-hidden]{--size:${listAvatarSize}px}`),
    hide(wishes.hideTime, `${LIST} time`),
    hide(wishes.hidePreview, `${LIST} li p`),
    // By default there is no line between conversations.
    when(hideDivider, `${LIST}>footer,${LIST_HEADER}{border-color:transparent}`),
    when(hideDivider === false, `${LIST} li+li{border-top:1px solid var(--line)}`),
    when(
      wishes.group,
      `${LIST} [data-period]:before{content:attr(data-period);display:block;padding:12px 12px 4px;font:600 13px/18px system-ui,sans-serif;color:var(--quiet)}`,
    ),
    when(wishes.hideLogHeader, bareHeader(':root div:has(>[role=log])>header')),
    when(avatarSize, `${LOG} li>b>[aria-hidden]{--size:${avatarSize}px}`),
    when(
      avatarPosition === 'side',
      `${BUSINESS}{position:relative;padding-inline-start:${(avatarSize ?? 20) + 8}px}${BUSINESS}>b>[aria-hidden]{position:absolute;inset-inline-start:0;top:20px}`,
    ),
    // Without a bubble, messages take the colours of the card.
    when(
      wishes.hideBusinessBubble,
      `:root:root:root{--business:var(--surface);--onBusiness:var(--ink)}:root:root [data-on=business]{${INHERITED}}`,
    ),
    when(wishes.hideUserBubble, ':root:root:root{--message:var(--surface);--onMessage:var(--ink)}'),
    when(businessWidth, `${BUSINESS}{max-width:${businessWidth}}`),
    when(userWidth, `${MESSAGE}[data-own]{max-width:${userWidth}}`),
    hide(wishes.showSources === false, `${MESSAGE}>div:has(>b:first-child+ol)`),
  ].join('');
};
