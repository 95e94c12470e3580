import { expect, it } from 'vitest';
import { initialsOf } from '../../../src/ui/initials';

it.each([
  ['Mara Lind', 'ML'],
  ['mara', 'M'],
  ['Ana María de la Cruz', 'AC'],
  ['  (Support) team ', 'ST'],
  ['李 小龙', '李'],
  ['🙂 Zoë', 'Z'],
  ['𐐨lf', '𐐀'],
  ['— —', ''],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
