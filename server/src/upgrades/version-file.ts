/**
 * `version.json` in the data folder: the release that last served from it, and the release before.
 * A rollback starts the release before, so its folder and its Node executable are recorded.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { version } from '@ramal/contract/version';
import { z } from 'zod';

const installedSchema = z.object({
  version: z.string(),
  /** Root folder of the release's code. */
  folder: z.string(),
  /** Node executable that ran the release. */
  node: z.string(),
});
export type InstalledVersion = z.output<typeof installedSchema>;

const versionFileSchema = z.object({
  current: installedSchema,
  former: installedSchema.nullable(),
});
type VersionFile = z.output<typeof versionFileSchema>;

const fileIn = (dataFolder: string): string => path.join(dataFolder, 'version.json');

/**
 * Reads the file. Undefined if the file is invalid, or if no release recorded itself, as before
 * 0.11.0.
 */
export async function readVersionFile(dataFolder: string): Promise<VersionFile | undefined> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => '');
  try {
    return versionFileSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const runningVersion = (): InstalledVersion => ({
  version,
  folder: path.resolve(import.meta.dirname, '../../..'),
  node: process.execPath,
});

/** Records the release that serves now. Another release that served before becomes `former`. */
export async function recordVersion(dataFolder: string): Promise<void> {
  const [running, stored] = [runningVersion(), await readVersionFile(dataFolder)];
  const isSame = stored?.current.version === running.version;
  await writeVersionFile(dataFolder, {
    current: running,
    former: (isSame ? stored.former : stored?.current) ?? null,
  });
}

/**
 * Records a rollback. From then on the data is that of the former release, even if that release is
 * not started.
 */
export const recordRollback = (dataFolder: string, current: InstalledVersion): Promise<void> =>
  writeVersionFile(dataFolder, { current, former: null });

async function writeVersionFile(dataFolder: string, content: VersionFile): Promise<void> {
  const file = fileIn(dataFolder);
  const part = `${file}.${process.pid}`;
  await writeFile(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(part, file);
}
