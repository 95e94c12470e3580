import type { Words } from '../../i18n/words';

/** The labels that have a text for each plural category. */
export const PLURAL_LABELS = [
  'unread_messages',
  'log.new',
  'form.too_short',
  'form.too_long',
  'composer.left',
  'composer.over',
];
/** One of the labels that load with the features. */
const LATE_LABEL = 'voice.offline';

/**
 * Reports once each key of an override that no label has. Keys of features wait until the features' words are loaded.
 * @param told the keys that this messenger has reported
 */
export const tellUnknown = (
  words: Words,
  labels: Readonly<Record<string, string>>,
  report: (message: string) => void,
  told: Set<string>,
): void => {
  const late = words.knows(LATE_LABEL);
  for (const key of Object.keys(labels)) {
    const known = words.knows(key) || PLURAL_LABELS.includes(key) || (!late && key.includes('.'));
    if (known || told.has(key)) continue;
    told.add(key);
    report(`There is no label '${key.slice(0, 80)}'; see locales/en-us.json.`);
  }
};
