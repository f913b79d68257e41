/**
 * Restores a backup into a database that has nothing yet, in one transaction: the schema as it was, the
 * rows, then the schema of this build. What is not whole, or does not hold together, is refused.
 */
import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Copying, quoted, withCopying } from '../foundation/copying.ts';
import { migrate, migrateSchema, migrationNames } from '../foundation/migrate.ts';
import type { Identity } from './age-stream.ts';
import {
  type BundleStart,
  MANIFEST_ENTRY,
  type Manifest,
  SECRET_ENTRY,
  START_ENTRY,
  manifestSchema,
  startSchema,
  tableOf,
} from './bundle-format.ts';
import { UnusableBackup, readJson, readSnapshot } from './read-snapshot.ts';
import { brokenReference, copyIn, truncateAll } from './tables.sql.ts';

export interface RestoreInput {
  readonly source: Readable;
  readonly identities: readonly Identity[];
  /** Of the empty database; the role may set `session_replication_role`. */
  readonly ownerUrl: string;
  /** Called after each piece, with the rows so far. */
  readonly onRows?: (rows: number) => Promise<void>;
}

export interface RestoredSnapshot {
  readonly madeAt: Date;
  readonly rows: number;
  /** Rows of each table. */
  readonly counts: Readonly<Record<string, number>>;
  /** The master key of the machine that made it, unless its operator keeps it elsewhere. */
  readonly secret: Buffer | undefined;
}

type Content = Manifest['tables'][string];

export async function restoreSnapshot(input: RestoreInput): Promise<RestoredSnapshot> {
  const restored = await withCopying({ url: input.ownerUrl }, (copying) =>
    restoreRows(copying, input),
  );
  await migrate(input.ownerUrl);
  await withCopying({ url: input.ownerUrl }, async (copying) => {
    const broken = await brokenReference(copying);
    if (broken) throw new UnusableBackup('broken-links', `${broken} names a row that is not there`);
    await copying.many('analyze');
  });
  return restored;
}

async function restoreRows(
  copying: Copying,
  { source, identities, ownerUrl, onRows }: RestoreInput,
): Promise<RestoredSnapshot> {
  const found: Record<string, Content> = {};
  let start: BundleStart | undefined;
  let manifest: Manifest | undefined;
  let secret: Buffer | undefined;
  let open: TableWriter | undefined;
  let rows = 0;
  const endTable = async () => {
    if (open) found[open.name] = await open.end();
    open = undefined;
  };
  for await (const { name, content } of readSnapshot(source, identities)) {
    const table = tableOf(name);
    if (open && open.name !== table) await endTable();
    if (table) {
      const columns = start?.tables.find((one) => one.name === table)?.columns;
      if (!columns) throw new UnusableBackup('damaged', `${name} is not in ${START_ENTRY}`);
      open ??= openTable(copying, table, columns);
      rows += await open.write(content);
      await onRows?.(rows);
    } else if (name === START_ENTRY) {
      start = await readJson(startSchema, content, name);
      await prepare(copying, ownerUrl, start);
    } else if (name === SECRET_ENTRY) secret = await buffer(content);
    else if (name === MANIFEST_ENTRY) manifest = await readJson(manifestSchema, content, name);
    else await buffer(content);
  }
  await endTable();
  if (!start || !manifest) throw new UnusableBackup('cut', `it has no ${MANIFEST_ENTRY}`);
  compare(manifest, found);
  await setSequences(copying, manifest);
  await copying.many('commit');
  const counts = Object.fromEntries(
    Object.entries(manifest.tables).map(([name, table]) => [name, table.rows]),
  );
  return { madeAt: new Date(start.made_at), rows, counts, secret };
}

/** The schema of the snapshot's day, without the rows that migrations put there. */
async function prepare(copying: Copying, ownerUrl: string, start: BundleStart): Promise<void> {
  const known = await migrationNames();
  const unknown = start.migrations.find((name, place) => known[place] !== name);
  if (unknown)
    throw new UnusableBackup('newer', `it was made by a build that knows ${unknown}; use that one`);
  await migrateSchema(ownerUrl, { count: start.migrations.length });
  await copying.many('begin; set local session_replication_role = replica');
  await truncateAll(copying);
}

interface TableWriter {
  readonly name: string;
  /** Answers the number of rows written. */
  write(content: AsyncIterable<Buffer>): Promise<number>;
  end(): Promise<Content>;
}

const NEWLINE = 0x0a;

function openTable(copying: Copying, name: string, columns: readonly string[]): TableWriter {
  const hash = createHash('sha256');
  const pieces = new PassThrough();
  const copied = pipeline(pieces, copying.copyIn(copyIn(name, columns)));
  // Told by the next write, or by the end.
  copied.catch((error: unknown) => pieces.destroy(error as Error));
  let [rows, bytes] = [0, 0];
  return {
    name,
    async write(content) {
      const before = rows;
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1))
          rows += 1;
        if (!pieces.write(chunk)) await drained(pieces, copied);
      }
      return rows - before;
    },
    async end() {
      pieces.end();
      await copied;
      return { rows, bytes, sha256: hash.digest('hex') };
    },
  };
}

const drained = (pieces: PassThrough, copied: Promise<void>): Promise<unknown> =>
  Promise.race([new Promise((resolve) => pieces.once('drain', resolve)), copied]);

function compare(manifest: Manifest, found: Readonly<Record<string, Content>>): void {
  for (const [name, { rows, bytes, sha256 }] of Object.entries(manifest.tables)) {
    const { rows: foundRows, ...rest } = found[name] ?? { rows: 0, bytes: 0, sha256 };
    if (foundRows !== rows || rest.bytes !== bytes || rest.sha256 !== sha256)
      throw new UnusableBackup(
        'damaged',
        `${name} is not what was written: ${foundRows} of ${rows} rows`,
      );
  }
}

async function setSequences(copying: Copying, { sequences }: Manifest): Promise<void> {
  for (const [name, { last, called }] of Object.entries(sequences))
    await copying.many(`select setval('${quoted(name)}', ${last}, ${called})`);
}
