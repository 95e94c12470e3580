import type { Words } from './words';

/** Words with a publisher's own in the place of some; what nothing asks for is never shown. */
export const withLabels = (words: Words, labels: Readonly<Record<string, string>>): Words => {
  const own = (key: string, values: Record<string, string | number> = {}): string | undefined =>
    Object.hasOwn(labels, key)
      ? (labels[key] as string).replace(/{{(\w+)}}/g, (_, name: string) =>
          Object.hasOwn(values, name) ? `${values[name]}` : '',
        )
      : undefined;
  return {
    ...words,
    t: (key, values) => own(key, values) ?? words.t(key, values),
    plural: (key, count, values) =>
      own(key, { ...values, count: new Intl.NumberFormat(words.locale).format(count) }) ??
      words.plural(key, count, values),
  };
};
