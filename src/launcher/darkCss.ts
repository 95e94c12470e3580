/**
 * CSS with a rule for the dark scheme. The host element names the scheme in effect: the configuration's, until a call
 * sets another (paint.ts).
 * @param scheme the configuration's
 */
export const darkCss = ({ host }: ShadowRoot, scheme: unknown, rule: string): string => {
  (host as HTMLElement).dataset.scheme ??= `${scheme}`;
  return `:host([data-scheme=dark]) ${rule}@media (prefers-color-scheme:dark){:host([data-scheme=auto]) ${rule}}`;
};
