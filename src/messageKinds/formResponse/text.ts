import type { KindText } from '../kind';
import { answerRows } from './decode';

export const formResponseText: KindText = {
  names: (raw) => answerRows(raw.fields).map(({ label }) => label),
  lines: (raw) => answerRows(raw.fields).map(({ label, value }) => ({ name: label, detail: value })),
};
