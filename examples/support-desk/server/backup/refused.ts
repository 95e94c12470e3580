import { UploadsAway } from '../uploads/uploads';

/** Ends an operator's command with one sentence. */
export class Refused extends Error {}

/** Throws an error again. An error of the file storage becomes a sentence. */
export const refuseIfAway = (error: unknown): never => {
  if (!(error instanceof UploadsAway)) throw error;
  throw new Refused(`The storage of uploaded files does not answer (${error.code}). Nothing was changed.`);
};
