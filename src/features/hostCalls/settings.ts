import type { Command } from '../../conversation/featureRow';
import { isLanguageTag } from '../../i18n/languageTag';
import { readConsent } from '../../platform/consentLevel';
import type { ApiCall } from './actions';

export const setLocale: Command<ApiCall> = ({ actions, misuse }, locale) =>
  isLanguageTag(locale) ? actions.setLocale(locale, misuse) : misuse('locale must be a BCP 47 language tag.');

export const setZIndex: Command<ApiCall> = ({ actions, misuse }, zIndex) =>
  Number.isFinite(zIndex) ? actions.setZIndex(zIndex as number) : misuse('zIndex must be a number.');

export const setCookies: Command<ApiCall> = ({ actions, misuse }, level) => {
  if (typeof level === 'boolean') misuse('cookies as a boolean is deprecated; use all, functional or none.');
  const next = readConsent(level);
  if (next) actions.setCookies(next);
  else misuse('cookies must be all, functional or none.');
};
