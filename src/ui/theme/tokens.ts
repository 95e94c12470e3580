import type { Theme } from '../../slices/theme';

/** DESIGN.md section 6: tokens only. Everything below is named by its part, never by its colour. */
export const themeCss = (theme: Theme): string => `
*,*::before,*::after{box-sizing:border-box;}
:root{
  --surface:#fffdfa;--elevated:#fff;--ink:#161a18;--quiet:#5c635f;--line:#e9e5dd;--field:#b9b3a7;
  --business:#f1eee7;--onBusiness:#161a18;--error:#b3261e;
  --message:${theme.message.background};--onMessage:${theme.message.foreground};
  --action:${theme.action.background};--onAction:${theme.action.foreground};
  --focus:#0b5fff;color-scheme:light;
}
html,body{height:100%;margin:0;}
body{background:var(--surface);color:var(--ink);font:400 16px/24px system-ui,sans-serif;overflow:hidden;-webkit-text-size-adjust:100%;overscroll-behavior:contain;}
button,textarea{font:inherit;color:inherit;margin:0;}
button{border:0;padding:0;background:none;cursor:pointer;-webkit-tap-highlight-color:transparent;}
h1,h2,p,ol{margin:0;padding:0;}
ol{list-style:none;}
a{color:inherit;}
:focus{outline:0;}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px;}
@media (prefers-reduced-motion:reduce){*,*::before,*::after{animation:none !important;transition:none !important;scroll-behavior:auto !important;}}
`;

/** Seen by screen readers alone. */
export const hidden =
  'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;';
