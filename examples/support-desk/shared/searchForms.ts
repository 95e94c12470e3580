/**
 * A search text in each form that Unicode has for its letters: `é` can be one sign or, as in file names of a Mac, two. The
 * words that are searched stay as they came.
 */
export const searchForms = (query: string): string[] => [
  ...new Set([query, query.normalize('NFC'), query.normalize('NFD')]),
];
