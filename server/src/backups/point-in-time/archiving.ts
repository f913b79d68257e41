/**
 * Turns archiving of the embedded server on and off. Measures the finished segments that are not
 * shipped yet.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Copying } from '../../foundation/copying.ts';
import type { EmbeddedServer } from '../../foundation/app-context.ts';
import { SPOOL } from '../../foundation/postgres/settings.ts';
import { SEGMENT_BYTES } from './wal-names.ts';

/** Maximum time in seconds after which PostgreSQL closes a segment, if anything was written. */
const SEGMENT_SECONDS = 40;

const LIBRARY = 'basic_archive';

export const spoolFolder = ({ folder }: EmbeddedServer): string => path.join(folder, SPOOL);
/** Folder with encrypted segments that are not yet in every store. */
export const outboxFolder = ({ folder }: EmbeddedServer): string => path.join(folder, 'outbox');

interface ArchivingState {
  /** True if the server was started with all settings that archiving needs. */
  readonly isPossible: boolean;
  readonly isOn: boolean;
  readonly system: string;
  readonly timeline: number;
}

export async function readArchiving(copying: Copying): Promise<ArchivingState> {
  const state = await copying.first<ArchivingState>(`
    select current_setting('archive_mode') <> 'off' and current_setting('wal_level') <> 'minimal' as "isPossible",
      current_setting('archive_library') = '${LIBRARY}' as "isOn",
      (select system_identifier::text from pg_control_system()) as system,
      (select timeline_id from pg_control_checkpoint()) as timeline`);
  return state!;
}

/**
 * Turns archiving on or off without a restart. When it is off, the server treats every segment as
 * archived at once. Otherwise it would retain segments until the disk is full.
 */
export async function switchArchiving(copying: Copying, isOn: boolean): Promise<void> {
  const settings = isOn
    ? { archive_command: '', archive_library: LIBRARY, archive_timeout: `${SEGMENT_SECONDS}s` }
    : { archive_library: '', archive_command: 'exit 0', archive_timeout: '0' };
  for (const [name, value] of Object.entries(settings))
    await copying.many(`alter system set ${name} = '${value}'`);
  await copying.many('select pg_reload_conf()');
}

/** Returns the number of bytes that are not archived or shipped yet. */
export async function waitingBytes(embedded: EmbeddedServer): Promise<number> {
  const ready = path.join(embedded.folder, 'cluster/pg_wal/archive_status');
  const waiting = (await listNames(ready)).filter((name) => name.endsWith('.ready'));
  const sizes = [spoolFolder(embedded), outboxFolder(embedded)].map(async (folder) => {
    const names = await listNames(folder);
    const files = await Promise.all(
      // A segment that was shipped in the meantime no longer counts.
      names.map((name) => stat(path.join(folder, name)).catch(() => undefined)),
    );
    return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  });
  const [spool = 0, outbox = 0] = await Promise.all(sizes);
  return waiting.length * SEGMENT_BYTES + spool + outbox;
}

export async function freeBytes({ folder }: EmbeddedServer): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

export const listNames = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  });
