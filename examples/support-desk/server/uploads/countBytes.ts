import { Transform } from 'node:stream';

/** Passes bytes on and counts them; once there are more than `maxBytes`, nothing is passed on any more. */
export const countBytes = (maxBytes: number) => {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done();
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
};
