import type { AgentCorrection } from '../../shared/answers/conversations';
import type { CORRECTED } from '../../shared/lists';

type Field = (typeof CORRECTED)[number];

export const FIELD_WORDS: Record<Field, string> = {
  name: 'name',
  email: 'email address',
  phone: 'phone number',
};

const SOURCES: Record<AgentCorrection['statedBy'], string> = {
  login: 'The login states',
  page: 'The page states',
  visitor: 'The visitor gave',
};

/** What a correction replaces, or the correction that does not count: the beginning of a sentence, and the value that ends it. */
export const besideOf = ({
  counts,
  stated,
  statedBy,
  value,
}: AgentCorrection): { words: string; value: string } | undefined => {
  if (!counts) return { words: 'An agent had typed', value };
  return stated === undefined || stated === value ? undefined : { words: SOURCES[statedBy], value: stated };
};
