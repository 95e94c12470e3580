import { Transform } from 'node:stream';

/** Passes bytes on and counts them; over `maxBytes` it stops passing them on. */
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
