import { Light } from '../../../src/model/defaultColors';

/** The knobs' values. The address has those that differ from the defaults. */
export type View = {
  locale: string;
  /** Empty: that of the language. */
  direction: string;
  /** Of each card, such as `380x700`. */
  size: string;
  scheme: string;
  side: string;
  action: string;
  message: string;
  /** Both in pixels. */
  radius: string;
  font: string;
};

export const FIRST: View = {
  locale: 'en-us',
  direction: '',
  size: '380x700',
  scheme: 'light',
  side: 'right',
  action: Light.action,
  message: Light.message,
  radius: '16',
  font: '16',
};

export const KNOBS = Object.keys(FIRST) as (keyof View)[];

const isOneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);
const isColour = (value: string) => /^#[\da-f]{6}$/i.test(value);
const isBetween = (low: number, high: number) => (value: string) =>
  /^\d{1,2}$/.test(value) && Number(value) >= low && Number(value) <= high;

/** Whether a knob's value in the address is valid. */
const FITS: Record<keyof View, (value: string) => boolean> = {
  locale: () => true,
  direction: isOneOf('', 'ltr', 'rtl'),
  size: (value) => /^[1-9]\d{1,3}x[1-9]\d{1,3}$/.test(value),
  scheme: isOneOf('light', 'dark'),
  side: isOneOf('right', 'left'),
  action: isColour,
  message: isColour,
  radius: isBetween(0, 20),
  font: isBetween(12, 24),
};

/** Reads the view from an address. @param locales the existing ones */
export const viewIn = (query: URLSearchParams, locales: readonly string[]): View => {
  const said = (name: keyof View) => {
    const value = query.get(name);
    const fits = value !== null && FITS[name](value) && (name !== 'locale' || locales.includes(value));
    return fits ? value : FIRST[name];
  };
  return Object.fromEntries(KNOBS.map((name) => [name, said(name)])) as View;
};

/** The address's query with this view. Its other parameters stay. */
export const queryWith = (query: URLSearchParams, view: View): string => {
  const next = new URLSearchParams(query);
  for (const name of KNOBS) {
    if (view[name] === FIRST[name]) next.delete(name);
    else next.set(name, view[name]);
  }
  const text = next.toString();
  return text && `?${text}`;
};
