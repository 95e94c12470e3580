/** A telephone's handset, on a grid of 20. */
export const PHONE =
  'M4.2 3.5h2.6l1.5 3.6-1.8 1.4a9.6 9.6 0 0 0 5 5l1.4-1.8 3.6 1.5v2.6a1.2 1.2 0 0 1-1.3 1.2A13.2 13.2 0 0 1 3 4.8a1.2 1.2 0 0 1 1.2-1.3z';

/** A microphone on the same grid, and one that is crossed out. */
export const MICROPHONE =
  'M10 3a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 10 3zM5 9.5a5 5 0 0 0 10 0M10 14.5V17';
export const MUTED = `${MICROPHONE}M4 3l12 14`;

/** The length of a call, as `2:05` or `1:02:05`, in the digits of the language. */
export const clock = (locale: string, seconds: number): string => {
  const digits = (value: number, least: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: least, useGrouping: false }).format(value);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = [digits(minutes, hours ? 2 : 1), digits(seconds % 60, 2)];
  return (hours ? [digits(hours, 1), ...rest] : rest).join(':');
};

/** A wait such as `5 minutes`; at least one, because zero would be a promise. */
export const waitText = (locale: string, seconds: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.max(1, Math.ceil(seconds / 60)),
  );
