import type { FieldRule } from '../../../wire/customFields';
import { checkCustomFields } from '../../../wire/fieldRules';

/**
 * Turns the custom fields that a page sets into conversation metadata. The rules are fetched with the first fields, and
 * again only after a failed fetch.
 * @param deps.report gets the reason why the rules could not be fetched
 */
export const createFieldReader = (deps: {
  fetchRules: () => Promise<FieldRule[]>;
  report: (message: string, ...cause: unknown[]) => void;
}) => {
  let asked: Promise<FieldRule[]> | undefined;
  return {
    /** Never rejects. @param fields a list of `{id, value}` @returns the metadata of the valid fields, and what is wrong */
    async read(fields: unknown): Promise<ReturnType<typeof checkCustomFields>> {
      asked ??= deps.fetchRules();
      const rules = await asked.catch((error: Error) => {
        asked = undefined;
        deps.report(error.message);
        return undefined;
      });
      return checkCustomFields(fields, rules);
    },
  };
};
