/**
 * Writes a consistent snapshot of all data into one encrypted file. Needs only a few megabytes of
 * memory.
 */
import { createHash } from 'node:crypto';
import type { AppContext } from '../foundation/app-context.ts';
import type { Copying } from '../foundation/copying.ts';
import {
  FORMAT,
  type Manifest,
  PIECE_BYTES,
  README,
  README_ENTRY,
  SECRET_ENTRY,
  START_ENTRY,
  type BundleStart,
  pieceName,
} from './bundle-format.ts';
import { describeContent } from './entry-list.ts';
import { installationSigner } from './signature.ts';
import {
  type CopiedTable,
  copyOut,
  readMigrations,
  readSequences,
  readTables,
} from './tables.sql.ts';
import {
  type Bundle,
  type BundleTarget,
  type WrittenBundle,
  addEntry,
  toJson,
  readMasterKey,
  sealBundle,
  writeBundle,
} from './write-bundle.ts';

export interface SnapshotTarget extends BundleTarget {
  /** Called after each piece with the rows so far and the expected number. */
  readonly onRows?: (done: number, expected: number) => Promise<void>;
  /** Reads further data of the same moment. Called before the first table is read. */
  readonly onSnapshot?: (copying: Copying) => Promise<void>;
}

export interface WrittenSnapshot extends WrittenBundle {
  readonly rows: number;
}

type SnapshotContext = Pick<AppContext, 'config' | 'db' | 'secrets'>;

export const writeSnapshot = (
  ctx: SnapshotContext,
  target: SnapshotTarget,
): Promise<WrittenSnapshot> =>
  ctx.db.copying(async (copying) => {
    await copying.many('begin isolation level repeatable read read only');
    await target.onSnapshot?.(copying);
    const { packed, ...written } = await writeBundle(target, (bundle) =>
      packAll(ctx, copying, bundle, target),
    );
    return { rows: packed, ...written };
  });

async function packAll(
  ctx: SnapshotContext,
  copying: Copying,
  bundle: Bundle,
  { onRows }: SnapshotTarget,
): Promise<number> {
  const tables = await readTables(copying);
  const manifest: Manifest = { format: FORMAT, tables: {}, files: {}, sequences: {} };
  await addEntry(bundle, README_ENTRY, Buffer.from(README));
  await addEntry(bundle, START_ENTRY, toJson(await toBundleStart(copying, tables)));
  const expected = tables.reduce((sum, { estimate }) => sum + estimate, 0);
  let rows = 0;
  for (const table of tables) {
    const before = rows;
    const packed = await packTable(copying, bundle, table, async (done) => {
      await onRows?.(before + done, Math.max(expected, before + done));
    });
    manifest.tables[table.name] = packed;
    rows += packed.rows;
  }
  await packSecret(ctx, bundle, manifest);
  // Reads the sequences last, so that no sequence is lower than an id in the snapshot.
  manifest.sequences = await readSequences(copying);
  await sealBundle(bundle, manifest, {
    kind: 'snapshot',
    signer: installationSigner(ctx.secrets),
  });
  return rows;
}

async function toBundleStart(
  copying: Copying,
  tables: readonly CopiedTable[],
): Promise<BundleStart> {
  const now = await copying.first<{ at: Date; version: string }>(
    `select now() as at, current_setting('server_version') as version`,
  );
  return {
    format: FORMAT,
    made_at: now!.at.toISOString(),
    server_version: now!.version,
    migrations: await readMigrations(copying),
    tables: tables.map(({ name, columns, estimate }) => ({
      name,
      columns: [...columns],
      estimate,
    })),
  };
}

type PackedTable = Manifest['tables'][string];

const NEWLINE = 0x0a;

async function packTable(
  copying: Copying,
  bundle: Bundle,
  table: CopiedTable,
  onRows: (done: number) => Promise<void>,
): Promise<PackedTable> {
  const hash = createHash('sha256');
  let waiting: Buffer[] = [];
  let [size, number, rows, bytes] = [0, 0, 0, 0];
  const flush = async () => {
    number += 1;
    const piece = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    await addEntry(bundle, pieceName(table.name, number), piece);
    await onRows(rows);
  };
  for await (const chunk of copying.copyOut(copyOut(table))) {
    hash.update(chunk);
    // Counts line feeds. In the text format of COPY, a line feed occurs only at the end of a row.
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
    waiting.push(chunk);
    size += chunk.length;
    bytes += chunk.length;
    if (size >= PIECE_BYTES) await flush();
  }
  if (size > 0) await flush();
  return { rows, bytes, sha256: hash.digest('hex') };
}

async function packSecret(
  { config }: SnapshotContext,
  bundle: Bundle,
  manifest: Manifest,
): Promise<void> {
  const secret = await readMasterKey(config);
  if (!secret) return;
  manifest.files[SECRET_ENTRY] = describeContent(secret);
  await addEntry(bundle, SECRET_ENTRY, secret);
}
