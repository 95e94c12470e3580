import { effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { Words } from '../i18n/words';
import type { Locale } from '../slices/locale';

type Labels = Readonly<Record<string, string>>;

/** Words with a publisher's own in the place of some; what nothing asks for is never shown. */
export const withLabels = (words: Words, labels: Labels): Words => {
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

/**
 * Puts the publisher's labels over the words of whatever locale is shown, now and later.
 * @returns the undo
 */
export const relabel = (deps: { locale: Locale; labels: ReadonlySignal<Labels> }): (() => void) => {
  let base: Words | undefined;
  let shown: Words | undefined;
  let used: Labels = {};
  return effect(() => {
    const words = deps.locale.words.value;
    const labels = deps.labels.value;
    if (words === shown && labels === used) return;
    if (words !== shown) base = words;
    used = labels;
    if (!base) return;
    const next = withLabels(base, labels);
    shown = next;
    untracked(() => deps.locale.set(next));
  });
};
