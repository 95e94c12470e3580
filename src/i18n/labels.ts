import { createTexts, type Words } from './words';

/** Replaces some labels with a publisher's label overrides. Overrides with unknown keys have no effect. */
export const withLabels = (words: Words, labels: Readonly<Record<string, string>>): Words => {
  const own = createTexts(labels, words.rtl);
  const numbers = new Intl.NumberFormat(words.locale);
  return {
    ...words,
    t: (key, values) => own([key], values) ?? words.t(key, values),
    plural: (key, count, values) =>
      own([key], { ...values, count: numbers.format(count) }) ?? words.plural(key, count, values),
  };
};
