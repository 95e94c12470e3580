import { Transform } from 'node:stream';

/** Passes on bytes and counts them; over `maxBytes` it drops them. */
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
