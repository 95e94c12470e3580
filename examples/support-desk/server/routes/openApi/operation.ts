import type * as v from 'valibot';

type Schema = v.GenericSchema<unknown, unknown>;

/** What the document of the agent API has about a call, except who can make it: `agentRules.ts` has that. */
export type Operation = {
  summary: string;
  /** The JSON that it takes, and an example. Ids in examples are those of the example desk. */
  body?: Schema;
  example?: Record<string, unknown>;
  /** Whether it takes a file, in the part `source` of a form. */
  isUpload?: true;
  /** The names of its query parameters, all optional. */
  query?: readonly string[];
  /** What it answers; an empty object by default. */
  answer?: Schema;
  /** The type of an answer that is not JSON. */
  media?: 'text/csv' | 'application/zip';
  /** 200 by default. */
  status?: 201;
  /** The refusals besides 400, 401, 403 and 404. */
  errors?: readonly number[];
};
