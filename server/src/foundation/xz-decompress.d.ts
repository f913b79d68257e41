/** Its own types name the browser's stream, which Node's type does not fit. */
declare module 'xz-decompress' {
  import type { ReadableStream } from 'node:stream/web';
  export class XzReadableStream extends ReadableStream<Uint8Array> {
    constructor(packed: ReadableStream<Uint8Array>);
  }
}
