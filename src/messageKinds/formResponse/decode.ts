import { listOf, obj } from '../../wire/decode';
import { shownText } from '../../wire/shown';
import { decodeChoice, labelOf } from '../form/decode';

/** An answered field as text. */
export type AnswerRow = { label: string; value: string };

/** The rows of an answered form; fields that cannot be read are left out. */
export const answerRows = (fields: unknown): AnswerRow[] =>
  listOf(fields, (field) => {
    const f = obj(field);
    const label = labelOf(f);
    const value =
      shownText(f.text) ??
      shownText(f.email) ??
      listOf(f.select, decodeChoice)
        .map((c) => c.label)
        .join(', ');
    return label ? { label, value } : undefined;
  });
