import { listOf } from '../../wire/decode';
import type { KindText } from '../kind';
import { labelOf } from './decode';

export const formText: KindText = {
  label: 'announce.form',
  names: (raw) => listOf(raw.fields, labelOf),
  lines: (raw) => listOf(raw.fields, labelOf).map((name) => ({ name })),
};
