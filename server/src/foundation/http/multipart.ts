/** Reads the file in a multipart/form-data body: its only part, named `file` (Q-UPLOADFORM). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { BusboyHeaders } from '@fastify/busboy';
import { Refusal, refuse } from '@ramal/contract/api/errors';
import { messages } from '@ramal/contract/api/validation';

const FIELD = 'file';
const ONE_FILE = 'Envie um arquivo só, na parte «file», e nenhuma outra parte.';

export const isMultipart = (contentType = ''): boolean =>
  /^multipart\/form-data\b/i.test(contentType);

/**
 * Yields the bytes of the file. A body with another part is rejected, at the latest after the file.
 */
export async function* readFilePart(
  body: Readable,
  headers: IncomingHttpHeaders,
): AsyncGenerator<Buffer> {
  const { part, ended, stop } = await openParts(body, headers);
  try {
    const file = await part;
    if (file) yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const { others } = await ended;
    if (others > 0) refuse('invalid_fields', { fields: { [FIELD]: ONE_FILE } });
    if (!file) refuse('invalid_fields', { fields: { [FIELD]: messages.required(FIELD) } });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuse('body_unreadable');
  } finally {
    stop();
  }
}

interface Parts {
  /** Resolves with the file. Undefined if the body ends without it. */
  readonly part: Promise<Readable | undefined>;
  readonly ended: Promise<{ readonly others: number }>;
  readonly stop: () => void;
}

/** Loads the parser when the first form arrives, because the panel itself sends raw bytes. */
async function openParts(body: Readable, headers: IncomingHttpHeaders): Promise<Parts> {
  const { Busboy } = await import('@fastify/busboy');
  const parser = createParser(
    () => new Busboy({ headers: headers as BusboyHeaders, isPartAFile: () => true }),
  );
  const part = Promise.withResolvers<Readable | undefined>();
  const ended = Promise.withResolvers<{ others: number }>();
  let file: Readable | undefined;
  let others = 0;
  const fail = (error: Error): void => {
    file?.destroy(error);
    part.reject(error);
    ended.reject(error);
  };
  for (const { promise } of [part, ended]) promise.catch(() => undefined);
  parser.on('file', (name, stream) => {
    if (name === FIELD && !file) {
      file = stream;
      part.resolve(stream);
    } else {
      others += 1;
      stream.resume();
    }
  });
  parser.on('finish', () => {
    part.resolve(undefined);
    ended.resolve({ others });
  });
  parser.on('error', (error) => fail(error as Error));
  body.on('error', fail);
  body.pipe(parser);
  const stop = (): void => {
    body.unpipe(parser);
    body.off('error', fail);
    file?.on('error', () => undefined).resume();
  };
  return { part: part.promise, ended: ended.promise, stop };
}

/** Creates the parser. Refuses a header without a boundary. */
function createParser<Parser>(create: () => Parser): Parser {
  try {
    return create();
  } catch {
    return refuse('body_unreadable');
  }
}
