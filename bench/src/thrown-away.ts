/**
 * Bodies of ten megabytes that nobody looks at. A client of Node's own parses and allots every piece, which
 * costs the machine more than the server's work; here all go through one buffer, and only their bytes count.
 */
import net from 'node:net';

const BUFFER_BYTES = 1 << 20;
const HEAD_END = '\r\n\r\n';

interface Reading {
  head: string;
  /** Of the body; undefined until the head has been read. */
  left?: number;
  readonly done: (error?: Error) => void;
}

/** One kept-alive connection per request at a time. Resolves when the whole body has come, of a 200 alone. */
export function connectThrowingAway(port: number): {
  read: (path: string) => Promise<void>;
  close: () => void;
} {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  return {
    read: async (path) => {
      const connection = idle.pop() ?? new Connection(port);
      all.add(connection);
      await connection.read(path);
      idle.push(connection);
    },
    close: () => {
      for (const connection of all) connection.close();
    },
  };
}

class Connection {
  private reading: Reading | undefined;
  private readonly socket: net.Socket;

  constructor(port: number) {
    this.socket = net.connect({
      host: '127.0.0.1',
      port,
      onread: {
        buffer: Buffer.allocUnsafe(BUFFER_BYTES),
        callback: (bytes, buffer) => {
          this.take(bytes, buffer as Buffer);
          return true;
        },
      },
    });
    this.socket.on('error', (error) => this.reading?.done(error));
    this.socket.on('close', () => this.reading?.done(new Error('closed in the middle')));
  }

  read(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error) => {
        this.reading = undefined;
        if (error) reject(error);
        else resolve();
      };
      this.reading = { head: '', done };
      this.socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private take(bytes: number, buffer: Buffer): void {
    const { reading } = this;
    if (!reading) return;
    if (reading.left === undefined) {
      const before = reading.head.length;
      reading.head += buffer.toString('latin1', 0, bytes);
      const end = reading.head.indexOf(HEAD_END);
      if (end < 0) return;
      const status = reading.head.slice(0, reading.head.indexOf('\r\n'));
      const length = /^content-length: (\d+)/im.exec(reading.head.slice(0, end))?.[1];
      if (!status.startsWith('HTTP/1.1 200') || length === undefined)
        return reading.done(new Error(`${status}, ${length ?? 'no'} length`));
      reading.left = Number(length) - (before + bytes - end - HEAD_END.length);
    } else reading.left -= bytes;
    if (reading.left === 0) reading.done();
  }
}
