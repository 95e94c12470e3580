import { matchLocale } from './match';

/** Set by the build: the codes that have locale files, separated by spaces. */
declare const PORCH_LOCALES: string;

/** The code of the locale file that matches a language tag best. */
export const nearestLocale = (wanted: string): string => matchLocale(wanted, PORCH_LOCALES.split(' '));
