/**
 * Shows the time beside each message, and the full date in place of each divider's short one: on a message
 * under the pointer, and everywhere while the log itself is focused or tapped. Rows need no tab stops of
 * their own, and nothing moves. A row without room beside it names another place. On a touch screen the tap that
 * opened the window would count as a pointer over the row that comes there.
 */
export const exactTimes = `
  & li[data-time]{position:relative;}
  & li[data-time]::after{
    content:attr(data-time)/"";position:absolute;z-index:1;inset-block:var(--exact-block,auto 2px);inset-inline:var(--exact-line,100% auto);width:min(58px,16vw);background:var(--surface);margin:0 4px;
    font-size:.75rem;line-height:1rem;color:var(--quiet);font-variant-numeric:tabular-nums;opacity:0;pointer-events:none;
  }
  & li:has(> small)::after{inset-block:var(--exact-block,auto 6px);}
  & li[data-own]::after{inset-inline:auto 100%;text-align:end;}
  & time{display:block;position:relative;}
  & time::after{
    content:attr(title)/"";position:absolute;inset:0;background:var(--surface);opacity:0;
    white-space:nowrap;overflow:hidden;text-overflow:ellipsis;
  }
  &:focus-visible li::after,&:focus-visible time::after{opacity:1;}
  @media (hover:hover){& li[data-time]:hover::after{opacity:1;}}
  @media (hover:none){&:focus li::after,&:focus time::after{opacity:1;}}
`;
