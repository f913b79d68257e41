/**
 * Copies the whole running cluster over the replication protocol. The server sends the start
 * position in the write-ahead log, then the data as a stream of messages, then the end position.
 */
import { PassThrough, type Readable, type Writable } from 'node:stream';
import pg from 'pg';
import { z } from 'zod';

export interface BaseBackup {
  /** Identifier of the cluster. All copies of a cluster have the same identifier. */
  readonly system: string;
  readonly serverVersion: string;
  /** Position from which the copy needs the write-ahead log. */
  readonly started: Promise<{ readonly lsn: string; readonly timeline: number }>;
  /** The cluster as a tar archive. */
  readonly tar: Readable;
  /** PostgreSQL's own list of the files that it sent. */
  readonly files: Promise<readonly ClusterFile[]>;
  readonly ended: Promise<void>;
}

interface ClusterFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export async function withBaseBackup<T>(
  ownerUrl: string,
  /**
   * `isUrgent` requests an immediate checkpoint, which writes much at once. Otherwise the
   * checkpoint takes minutes, because its writes are spread.
   */
  { isUrgent }: { readonly isUrgent: boolean },
  work: (backup: BaseBackup) => Promise<T>,
): Promise<T> {
  const config = { connectionString: ownerUrl, replication: 'true' };
  const client = new pg.Client(config as pg.ClientConfig);
  // The running backup fails anyway. An `error` event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const identified = await client.query<{ systemid: string }>('IDENTIFY_SYSTEM');
    const shown = await client.query<{ server_version: string }>('SHOW server_version');
    return await work({
      system: identified.rows[0]!.systemid,
      serverVersion: shown.rows[0]!.server_version,
      ...startBackup(client, isUrgent),
    });
  } finally {
    await endAtOnce(client);
  }
}

/** Destroys the connection. Otherwise PostgreSQL would send the rest of a failed backup. */
async function endAtOnce(client: pg.Client): Promise<void> {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
  await client.end().catch(() => undefined);
}

/** Maximum rate in kB per second, so that the panel can still use the disk. */
const MAX_KB_PER_SECOND = 40 * 1024;

const command = (isUrgent: boolean): string =>
  `BASE_BACKUP (LABEL 'ramal', CHECKPOINT '${isUrgent ? 'fast' : 'spread'}', WAIT false, MANIFEST 'yes',
    MANIFEST_CHECKSUMS 'SHA256', MAX_RATE ${MAX_KB_PER_SECOND})`;

/**
 * Message types: start of an archive, data of the archive or manifest, and start of the manifest.
 * Other types report progress.
 */
const [ARCHIVE, DATA, MANIFEST] = Buffer.from('ndm');

interface Wire {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
}

function startBackup(
  client: pg.Client,
  isUrgent: boolean,
): Omit<BaseBackup, 'system' | 'serverVersion'> {
  const started = Promise.withResolvers<Awaited<BaseBackup['started']>>();
  const files = Promise.withResolvers<readonly ClusterFile[]>();
  const ended = Promise.withResolvers<void>();
  const tar = new PassThrough();
  const manifestParts: Buffer[] = [];
  let isManifest = false;
  const fail = (error: Error) => {
    for (const deferred of [started, files, ended]) {
      deferred.promise.catch(() => undefined);
      deferred.reject(error);
    }
    tar.destroy(error);
  };
  const writeTar = withBackPressure(tar);
  client.once('error', fail);
  client.once('end', () => fail(new Error('the connection was closed')));
  client.query({
    submit: (connection: Wire) => connection.query(command(isUrgent)),
    handleRowDescription: () => undefined,
    handleDataRow: ({ fields }: { fields: string[] }) => {
      // The first row contains the start position. Later rows name tablespaces and the end
      // position.
      const [lsn = '', timeline = ''] = fields;
      started.resolve({ lsn, timeline: Number(timeline) });
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Wire) => {
      const kind = chunk[0];
      // The bytes are copied, because the connection reuses its buffer.
      const data = Buffer.from(chunk.subarray(1));
      if (kind === MANIFEST) {
        isManifest = true;
        tar.end();
      } else if (kind === DATA && isManifest) manifestParts.push(data);
      else if (kind === DATA) writeTar(data, stream);
      else if (kind === ARCHIVE && !data.toString('latin1').startsWith('base.tar\0'))
        fail(new Error('the cluster has tablespaces, which are not copied'));
    },
    handleCommandComplete: () => undefined,
    handleEmptyQuery: () => undefined,
    handlePortalSuspended: () => undefined,
    handleError: fail,
    handleReadyForQuery: () => {
      try {
        files.resolve(readManifest(Buffer.concat(manifestParts)));
        ended.resolve();
      } catch (error) {
        fail(error as Error);
      }
    },
  } as unknown as pg.Submittable);
  return { started: started.promise, tar, files: files.promise, ended: ended.promise };
}

/** Pauses the connection while the reader is slow. Data that was read already still arrives. */
export function withBackPressure(tar: Writable): (data: Buffer, stream: Wire['stream']) => void {
  let isPaused = false;
  return (data, stream) => {
    if (tar.write(data) || isPaused) return;
    isPaused = true;
    stream.pause();
    const resume = () => {
      isPaused = false;
      stream.resume();
      tar.off('drain', resume).off('finish', resume);
    };
    // After its end the stream emits no `drain`. The connection must still resume, because the list
    // of files follows.
    tar.on('drain', resume).on('finish', resume);
  };
}

const manifestSchema = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
});

const readManifest = (text: Buffer): ClusterFile[] =>
  manifestSchema
    .parse(JSON.parse(text.toString()))
    .Files.map(({ Path: path, Size: bytes, Checksum: sha256 }) => ({ path, bytes, sha256 }));
