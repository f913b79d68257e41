/**
 * Restores a backup into an empty database: the schema of the backup's release, the rows, then the
 * schema of this release. A backup is untrusted input. The rows are committed only after the
 * signature and checksums were verified. Every name must exist in the schema.
 */
import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Copying, withCopying } from '../foundation/copying.ts';
import { migrate, migrateSchema, migrationNames } from '../foundation/migrate.ts';
import type { Identity } from './age-stream.ts';
import {
  type BundleStart,
  MANIFEST_ENTRY,
  type Manifest,
  SECRET_ENTRY,
  SIGNATURE_ENTRY,
  START_ENTRY,
  manifestSchema,
  startSchema,
  parseEntryTable,
} from './bundle-format.ts';
import { type EntryList, compareEntries, recordEntry } from './entry-list.ts';
import { parseJson, readJson, readSnapshot } from './read-snapshot.ts';
import { type TrustedSigners, refuseForged } from './signature.ts';
import {
  type RemovedChecks,
  restoreChecks,
  copyIn,
  readSequences,
  readTables,
  removeChecks,
  truncateAll,
} from './tables.sql.ts';
import { BackupError } from './backup-error.ts';

interface RestoreInput {
  readonly source: Readable;
  readonly identities: readonly Identity[];
  /** Public keys of the installations whose files are accepted. */
  readonly trusted: TrustedSigners;
  /** URL of the empty database for its owner. Superuser rights are not needed. */
  readonly ownerUrl: string;
  /** True to leave the database in the schema of the snapshot. */
  readonly keepsSchema?: boolean;
  /** Called after each piece with the number of rows so far. */
  readonly onRows?: (rows: number) => Promise<void>;
}

export interface RestoredSnapshot {
  readonly madeAt: Date;
  readonly rows: number;
  /** Number of rows in each table. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * Master key of the machine that made the backup. Undefined if its operator stores the key
   * outside the data folder.
   */
  readonly secret: Buffer | undefined;
}

type TableContent = Manifest['tables'][string];

export async function restoreSnapshot(input: RestoreInput): Promise<RestoredSnapshot> {
  const restored = await withCopying({ url: input.ownerUrl }, (copying) =>
    restoreRows(copying, input),
  );
  if (!input.keepsSchema) await migrate(input.ownerUrl);
  await withCopying({ url: input.ownerUrl }, (copying) => copying.many('analyze'));
  return restored;
}

async function restoreRows(copying: Copying, input: RestoreInput): Promise<RestoredSnapshot> {
  const { source, identities, ownerUrl, onRows } = input;
  const tables: Record<string, TableContent> = {};
  const entries: EntryList = {};
  let prepared: PreparedSchema | undefined;
  let manifest: Buffer | undefined;
  let signature: Buffer | undefined;
  let secret: Buffer | undefined;
  let open: TableWriter | undefined;
  let rows = 0;
  const endTable = async () => {
    if (open) tables[open.name] = await open.end();
    open = undefined;
  };
  for await (const { name, content } of readSnapshot(source, identities)) {
    const table = parseEntryTable(name);
    if (open && open.name !== table) await endTable();
    if (name === MANIFEST_ENTRY) manifest = await buffer(content);
    else if (name === SIGNATURE_ENTRY) signature = await buffer(content);
    else {
      const listed = recordEntry(entries, name, content);
      if (table) {
        open ??= openTable(copying, table, columnsOf(prepared, table));
        rows += await open.write(listed);
        await onRows?.(rows);
      } else if (name === START_ENTRY)
        prepared = await prepare(copying, ownerUrl, await readJson(startSchema, listed, name));
      else if (name === SECRET_ENTRY) secret = await buffer(listed);
      else await buffer(listed);
    }
  }
  await endTable();
  if (!prepared || !manifest) throw new BackupError('cut', `it has no ${MANIFEST_ENTRY}`);
  refuseForged(input.trusted, 'snapshot', { content: manifest, signature });
  const { tables: written, ...rest } = parseJson(manifestSchema, manifest, MANIFEST_ENTRY);
  // Manifests from releases without signatures list no entries.
  if (rest.entries) compareEntries(rest.entries, entries);
  compareTables(written, tables);
  await setSequences(copying, rest.sequences);
  await finish(copying, prepared);
  const counts = Object.fromEntries(
    Object.entries(written).map(([name, table]) => [name, table.rows]),
  );
  return { madeAt: new Date(prepared.start.made_at), rows, counts, secret };
}

interface PreparedSchema {
  readonly start: BundleStart;
  readonly removed: RemovedChecks;
}

/** Creates the schema of the snapshot's release. Removes the rows that the migrations insert. */
async function prepare(
  copying: Copying,
  ownerUrl: string,
  start: BundleStart,
): Promise<PreparedSchema> {
  const ownMigrations = await migrationNames();
  const unknown = start.migrations.find((name, place) => ownMigrations[place] !== name);
  if (unknown)
    throw new BackupError('newer', `it was made by a build that knows ${unknown}; use that one`);
  await migrateSchema(ownerUrl, { count: start.migrations.length });
  await copying.many('begin');
  const tables = await readTables(copying);
  for (const { name, columns } of start.tables) {
    const table = tables.find((candidate) => candidate.name === name);
    const other = columns.find((column) => !table?.columns.includes(column));
    if (!table || other)
      throw new BackupError('damaged', `${name} is not as the schema of that day knows it`);
  }
  const large = start.tables.filter(({ estimate = 0 }) => estimate >= LARGE_TABLE_ROWS);
  const removed = await removeChecks(
    copying,
    large.map(({ name }) => name),
  );
  await truncateAll(copying);
  return { start, removed };
}

/**
 * Estimated number of rows above which the indexes of a table are dropped and built again. For
 * smaller tables, building them again takes longer than filling them row by row.
 */
const LARGE_TABLE_ROWS = 50_000;

function columnsOf(prepared: PreparedSchema | undefined, table: string): readonly string[] {
  const columns = prepared?.start.tables.find(({ name }) => name === table)?.columns;
  if (!columns) throw new BackupError('damaged', `${table} is not in ${START_ENTRY}`);
  return columns;
}

const FOREIGN_KEY_VIOLATION = '23503';

async function finish(copying: Copying, { removed }: PreparedSchema): Promise<void> {
  try {
    await restoreChecks(copying, removed);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== FOREIGN_KEY_VIOLATION) throw error;
    throw new BackupError('broken-links', `${constraint} names a row that is not there`);
  }
  await copying.many('commit');
}

interface TableWriter {
  readonly name: string;
  /** Returns the number of rows written. */
  write(content: AsyncIterable<Buffer>): Promise<number>;
  end(): Promise<TableContent>;
}

const NEWLINE = 0x0a;

function openTable(copying: Copying, name: string, columns: readonly string[]): TableWriter {
  const hash = createHash('sha256');
  const pieces = new PassThrough();
  const copied = pipeline(pieces, copying.copyIn(copyIn(name, columns))).catch((error: unknown) => {
    throw INVALID_DATA.test((error as { code?: string }).code ?? '')
      ? new BackupError('damaged', `${name} is not what was written: ${String(error)}`)
      : error;
  });
  // If the copy fails, the next call of `write` or `end` throws this error.
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
        if (!pieces.write(chunk)) await waitForDrain(pieces, copied);
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

/**
 * Class of PostgreSQL's errors about the copied text. One changed byte may break a separator or a
 * value.
 */
const INVALID_DATA = /^22/;

const waitForDrain = (pieces: PassThrough, copied: Promise<void>): Promise<unknown> =>
  Promise.race([new Promise((resolve) => pieces.once('drain', resolve)), copied]);

function compareTables(
  listed: Manifest['tables'],
  actual: Readonly<Record<string, TableContent>>,
): void {
  for (const [name, { rows, bytes, sha256 }] of Object.entries(listed)) {
    const { rows: actualRows, ...rest } = actual[name] ?? { rows: 0, bytes: 0, sha256 };
    if (actualRows !== rows || rest.bytes !== bytes || rest.sha256 !== sha256)
      throw new BackupError(
        'damaged',
        `${name} is not what was written: ${actualRows} of ${rows} rows`,
      );
  }
}

async function setSequences(copying: Copying, sequences: Manifest['sequences']): Promise<void> {
  const existing = Object.keys(await readSequences(copying));
  for (const [name, { last, called }] of Object.entries(sequences)) {
    if (!existing.includes(name))
      throw new BackupError('damaged', `the schema of that day has no sequence ${name}`);
    await copying.many('select setval(quote_ident($1)::regclass, $2, $3)', [name, last, called]);
  }
}
