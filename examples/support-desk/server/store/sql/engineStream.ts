import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** The stream from pg's client to an engine in this process, which answers each write at once. */
export class EngineStream extends Duplex {
  constructor(private readonly engine: PGlite) {
    super();
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  /** pg calls it on sockets. */
  setNoDelay(): void {}

  override _read(): void {}

  override _write(bytes: Uint8Array, _: BufferEncoding, done: (error?: Error) => void): void {
    try {
      const answer = this.engine.execProtocolRawSync(bytes);
      // The writer expects it later.
      process.nextTick(() => this.push(answer));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), 'binary', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}
