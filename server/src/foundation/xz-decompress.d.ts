/** The package's own types use the browser's stream, which Node's type does not match. */
declare module 'xz-decompress' {
  import type { ReadableStream } from 'node:stream/web';
  export class XzReadableStream extends ReadableStream<Uint8Array> {
    constructor(packed: ReadableStream<Uint8Array>);
  }
}
