import { expect, it } from 'vitest';
import { defineOption } from '../../../scripts/buildWidget.mjs';

it('keeps the hash of a build a text, also where it has only digits', () => {
  expect(defineOption({ PORCH_BUILD: '07355', PORCH_LOCALES: 'en-us', PORCH_NOW: 'true' })).toBe(
    "PORCH_BUILD='07355',PORCH_LOCALES=en-us,PORCH_NOW=true",
  );
});
