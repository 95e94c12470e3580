import { codeOf } from './errorCode';

/** Why the desk cannot start, in one sentence for the operator. */
export class StartError extends Error {}

export const listeningProblem = (error: unknown, port: number): StartError => {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is in use. Stop the other program, or set PORT to another number.`);
  }
  return new StartError(`The desk cannot listen on port ${port} (${code}). Set PORT or HOST to another.`);
};
