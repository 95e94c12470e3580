import { expect, it } from 'vitest';
import words from '../../../../locales/en-us.json';
import { PLURAL_LABELS } from '../../../../src/features/appearance/unknownLabels';

it('the labels with plural categories are those of the locale files', () => {
  const plural = Object.entries(words).filter(([, text]) => typeof text !== 'string');
  expect(PLURAL_LABELS).toEqual(plural.map(([key]) => key));
});
