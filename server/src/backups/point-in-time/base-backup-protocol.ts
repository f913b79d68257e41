/** BASE_BACKUP of the replication protocol: two results, then a stream of messages, then where it ended. */
import { PassThrough, type Readable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import type { BaseManifest } from '../bundle-format.ts';

export interface BaseBackup {
  readonly started: Promise<{ readonly lsn: string; readonly timeline: number }>;
  /** The cluster. */
  readonly tar: Readable;
  /** PostgreSQL's own list of what it sent. */
  readonly manifest: Promise<BaseManifest['files']>;
  readonly ended: Promise<void>;
}

/** So that it leaves the disk to those who sell. */
const MOST_KB_A_SECOND = 40 * 1024;

const command = (isUrgent: boolean): string =>
  `BASE_BACKUP (LABEL 'ramal', CHECKPOINT '${isUrgent ? 'fast' : 'spread'}', WAIT false, MANIFEST 'yes',
    MANIFEST_CHECKSUMS 'SHA256', MAX_RATE ${MOST_KB_A_SECOND})`;

/** The kinds of messages: a new archive, its data, the manifest that follows; others tell the progress. */
const [ARCHIVE, DATA, MANIFEST] = [...'ndm'].map((letter) => letter.charCodeAt(0));

interface Wire {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
}

export function startBaseBackup(client: pg.Client, isUrgent: boolean): BaseBackup {
  const started = Promise.withResolvers<Awaited<BaseBackup['started']>>();
  const manifest = Promise.withResolvers<BaseManifest['files']>();
  const ended = Promise.withResolvers<void>();
  const tar = new PassThrough();
  const manifestParts: Buffer[] = [];
  let isManifest = false;
  let isPaused = false;
  const fail = (error: Error) => {
    for (const one of [started, manifest, ended]) {
      one.promise.catch(() => undefined);
      one.reject(error);
    }
    tar.destroy(error);
  };
  client.once('error', fail);
  client.once('end', () => fail(new Error('the connection was closed')));
  client.query({
    submit: (connection: Wire) => connection.query(command(isUrgent)),
    handleRowDescription: () => undefined,
    handleDataRow: ({ fields }: { fields: string[] }) => {
      // The first row says where it starts, later ones name tablespaces and where it ended.
      const [lsn = '', timeline = ''] = fields;
      started.resolve({ lsn, timeline: Number(timeline) });
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Wire) => {
      const kind = chunk[0];
      if (kind === MANIFEST) {
        isManifest = true;
        tar.end();
      } else if (kind === DATA) {
        // The connection uses its buffer again.
        const data = Buffer.from(chunk.subarray(1));
        if (isManifest) manifestParts.push(data);
        else if (!tar.write(data) && !isPaused) {
          // What was read already still arrives.
          isPaused = true;
          stream.pause();
          tar.once('drain', () => {
            isPaused = false;
            stream.resume();
          });
        }
      } else if (kind === ARCHIVE && chunk.indexOf('base.tar\0') !== 1)
        fail(new Error('the cluster has tablespaces, which are not copied'));
    },
    handleCommandComplete: () => undefined,
    handleEmptyQuery: () => undefined,
    handlePortalSuspended: () => undefined,
    handleError: fail,
    handleReadyForQuery: () => {
      try {
        manifest.resolve(filesOf(Buffer.concat(manifestParts)));
        ended.resolve();
      } catch (error) {
        fail(error as Error);
      }
    },
  } as unknown as pg.Submittable);
  return { started: started.promise, tar, manifest: manifest.promise, ended: ended.promise };
}

const manifestSchema = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
});

const filesOf = (text: Buffer): BaseManifest['files'] =>
  manifestSchema
    .parse(JSON.parse(text.toString()))
    .Files.map(({ Path: path, Size: bytes, Checksum: sha256 }) => ({ path, bytes, sha256 }));
