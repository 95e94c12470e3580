import { UploadsAway } from '../uploads/uploads';

/** Ends a command of the operator with one sentence. */
export class Refused extends Error {}

/** Throws an error anew. That of the storage of files becomes a sentence. */
export const refuseIfAway = (error: unknown): never => {
  if (!(error instanceof UploadsAway)) throw error;
  throw new Refused(`The storage of uploaded files does not answer (${error.code}). Nothing was changed.`);
};
