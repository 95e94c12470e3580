import type { FieldRule } from '../../../wire/customFields';
import { checkCustomFields, type FieldValue } from '../../../wire/fieldRules';

/**
 * Turns the custom fields that a page sets into conversation metadata.
 * The rules are fetched with the first fields, and again only after a failed fetch.
 * @param deps.report tells the page's developers which fields are left out, and why
 */
export const createFieldReader = (deps: {
  fetchRules: () => Promise<FieldRule[]>;
  report: (message: string, ...cause: unknown[]) => void;
}) => {
  let asked: Promise<FieldRule[]> | undefined;
  return {
    /** Never rejects. @param fields a list of `{id, value}` @returns the metadata of the valid fields */
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
