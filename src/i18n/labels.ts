import { createTexts, type Words } from './words';

/** Words with a publisher's own in the place of some; what nothing asks for is never shown. */
export const withLabels = (words: Words, labels: Readonly<Record<string, string>>): Words => {
  const own = createTexts(labels);
  const numbers = new Intl.NumberFormat(words.locale);
  return {
    ...words,
    t: (key, values) => own([key], values) ?? words.t(key, values),
    plural: (key, count, values) =>
      own([key], { ...values, count: numbers.format(count) }) ?? words.plural(key, count, values),
  };
};
