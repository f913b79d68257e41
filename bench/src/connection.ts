/**
 * HTTP connection that implements only the functions that the bench needs. Node's own client takes
 * as much processor time per request as the server, and uses the same cores. It would also parse
 * and allocate every chunk of a body of ten megabytes, although the bench discards such bodies.
 */
import net from 'node:net';

const BUFFER_BYTES = 1 << 20;
/** Read buffer that all connections share. The data is copied before the next read. */
const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
const HEAD_END = '\r\n\r\n';
const NEW_LINE = 10;

export interface Answer {
  readonly status: number;
  /** Body of the response; empty if it was discarded. */
  readonly body: Buffer;
}

interface Reading extends PromiseWithResolvers<Answer> {
  readonly isDiscarded: boolean;
  head: string;
  status: number;
  /**
   * Number of bytes of the body or of the current chunk that have not arrived yet. Undefined until
   * the head has been read.
   */
  left: number | undefined;
  /**
   * Received part of the text line with the length of the next chunk. Undefined if the body has no
   * chunks.
   */
  line: string | undefined;
  isLastChunk: boolean;
  /** True if the server announced that it closes the connection after this answer. */
  isLastAnswer: boolean;
  readonly parts: Buffer[];
}

/** A connection with one request at a time. */
export class Connection {
  private reading: Reading | undefined;
  private readonly socket: net.Socket;
  private readonly onClose: () => void;

  /** `onClose` runs as soon as no further request may be sent, and may run twice. */
  constructor(port: number, onClose: () => void) {
    this.onClose = onClose;
    this.socket = net.connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer,
        callback: (bytes) => {
          this.take(buffer.subarray(0, bytes));
          return true;
        },
      },
    });
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => {
      onClose();
      this.fail(new Error('closed in the middle'));
    });
  }

  ask(request: string, isDiscarded: boolean): Promise<Answer> {
    this.reading = {
      ...Promise.withResolvers<Answer>(),
      isDiscarded,
      head: '',
      status: 0,
      left: undefined,
      line: undefined,
      isLastChunk: false,
      isLastAnswer: false,
      parts: [],
    };
    this.socket.write(request);
    return this.reading.promise;
  }

  close(): void {
    this.socket.destroy();
  }

  private fail(error: Error): void {
    const { reading } = this;
    this.reading = undefined;
    reading?.reject(error);
  }

  private take(bytes: Buffer): void {
    const { reading } = this;
    if (!reading) return;
    if (reading.line !== undefined) return this.takeChunks(reading, bytes);
    if (reading.left !== undefined) return this.takeBody(reading, bytes);
    const before = reading.head.length;
    reading.head += bytes.toString('latin1');
    const end = reading.head.indexOf(HEAD_END);
    if (end < 0) return;
    const head = reading.head.slice(0, end).toLowerCase();
    reading.status = Number(head.slice(9, 12));
    reading.isLastAnswer = head.includes('\r\nconnection: close');
    const body = bytes.subarray(end + HEAD_END.length - before);
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    if (length !== undefined) {
      reading.left = Number(length);
      this.takeBody(reading, body);
    } else if (head.includes('\r\ntransfer-encoding: chunked') && !reading.isDiscarded) {
      reading.line = '';
      reading.left = 0;
      this.takeChunks(reading, body);
    } else this.socket.destroy(new Error(`an answer without a length: ${head}`));
  }

  private takeBody(reading: Reading, bytes: Buffer): void {
    keep(reading, bytes);
    if (reading.left === 0) this.finish(reading);
  }

  private takeChunks(reading: Reading, bytes: Buffer): void {
    for (let rest = bytes; rest.length > 0;) {
      const ofChunk = rest.subarray(0, reading.left);
      keep(reading, ofChunk);
      rest = rest.subarray(ofChunk.length);
      const end = rest.indexOf(NEW_LINE);
      reading.line += rest.toString('latin1', 0, end < 0 ? rest.length : end);
      if (end < 0) return;
      const line = reading.line!.trim();
      reading.line = '';
      rest = rest.subarray(end + 1);
      // An empty text line ends each chunk. Another empty text line after the last chunk ends the
      // body.
      if (line === '' && reading.isLastChunk) return this.finish(reading);
      if (line === '') continue;
      reading.left = Number.parseInt(line, 16);
      reading.isLastChunk = reading.left === 0;
    }
  }

  private finish({ status, parts, isLastAnswer, resolve }: Reading): void {
    this.reading = undefined;
    if (isLastAnswer) {
      this.onClose();
      this.socket.destroy();
    }
    resolve({ status, body: parts.length === 1 ? parts[0]! : Buffer.concat(parts) });
  }
}

function keep(reading: Reading, bytes: Buffer): void {
  reading.left! -= bytes.length;
  // Copies the bytes, because the next read overwrites the buffer.
  if (!reading.isDiscarded && bytes.length > 0) reading.parts.push(Buffer.from(bytes));
}
