import { readConsent } from '../../../platform/consentLevel';
import type { CallContext, Command } from '../command';

type Context = Pick<CallContext, 'actions' | 'misuse'>;

export const setZIndex =
  ({ actions, misuse }: Context): Command =>
  (zIndex) =>
    Number.isFinite(zIndex) ? actions.setZIndex(zIndex as number) : misuse('zIndex must be a number.');

export const setCookies =
  ({ actions, misuse }: Context): Command =>
  (level) => {
    if (typeof level === 'boolean')
      misuse('cookies as a boolean is deprecated; use all, functional or none.');
    const next = readConsent(level);
    if (next) actions.setCookies(next);
    else misuse('cookies must be all, functional or none.');
  };
