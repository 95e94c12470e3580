/** Characters that make a spreadsheet calculate a field if it begins with one. */
const FORMULA = /^\s*[=+\-@\t\r]/;

/** A field of CSV. One that a spreadsheet would take for a formula gets an apostrophe. */
const field = (value: string): string =>
  `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** A line of CSV, by RFC 4180, which no spreadsheet calculates. */
export const csvLine = (values: readonly (string | undefined)[]): string =>
  `${values.map((value = '') => field(value)).join(',')}\r\n`;
