import { checkCustomFields, type FieldValue } from '../model/customFields';
import type { FieldRule } from '../wire/customFields';

/**
 * Makes a conversation's metadata of the fields that a page sets (SPEC.md section 5, 'Conversation custom fields').
 * The rules are asked for with the first fields, and again only where they could not be had.
 * @param deps.report told what was left out and why, for the page's developers
 */
export const createCustomFields = (deps: {
  fetchRules: () => Promise<FieldRule[]>;
  report: (message: string, ...cause: unknown[]) => void;
}) => {
  let asked: Promise<FieldRule[]> | undefined;
  return {
    /** Never rejects. @param fields a list of `{id, value}` */
    async read(fields: unknown): Promise<Record<string, FieldValue>> {
      asked ??= deps.fetchRules();
      const rules = await asked.catch((error: Error) => {
        asked = undefined;
        deps.report(error.message);
        return undefined;
      });
      const { metadata, problems } = checkCustomFields(fields, rules);
      for (const { id, message } of problems) deps.report(message, ...(id ? [`Field ${id}`] : []));
      return metadata;
    },
  };
};
