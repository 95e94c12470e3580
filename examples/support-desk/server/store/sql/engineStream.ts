import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** The way of pg's client to an engine in this process, which answers at once what is written in one piece. */
export class EngineStream extends Duplex {
  constructor(private readonly engine: PGlite) {
    super();
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  /** pg asks it of sockets. */
  setNoDelay(): void {}

  override _read(): void {}

  override _write(bytes: Uint8Array, _: BufferEncoding, done: (error?: Error) => void): void {
    try {
      const answer = this.engine.execProtocolRawSync(bytes);
      // Who writes expects it later.
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
