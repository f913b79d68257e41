/**
 * Replaces the folder of the database with another folder. A journal makes the exchange safe
 * against a crash: without it, a start between the two renames would create an empty database.
 */
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const journalSchema = z.object({ fresh: z.string(), former: z.string() });

interface Exchange {
  /** Folder of the data in use, such as `data/postgres`. */
  readonly current: string;
  /** Folder that replaces `current`. */
  readonly fresh: string;
  /** Path under which the data in use is retained. */
  readonly former: string;
}

const journalOf = (current: string): string => `${current}.exchange.json`;

export async function exchangeData({ current, fresh, former }: Exchange): Promise<void> {
  const journal = journalOf(current);
  const names = { fresh: path.basename(fresh), former: path.basename(former) };
  if (
    path.dirname(fresh) !== path.dirname(current) ||
    path.dirname(former) !== path.dirname(current)
  )
    throw new RangeError('the three folders must be next to each other');
  await writeFile(journal, JSON.stringify(names), { mode: 0o600, flush: true });
  try {
    if (existsSync(current)) await rename(current, former);
    await rename(fresh, current);
  } catch (error) {
    if (!existsSync(current) && existsSync(former)) await rename(former, current);
    await rm(journal, { force: true });
    throw error;
  }
  await rm(journal, { force: true });
}

/** Completes an exchange that was interrupted between its renames. */
export async function finishExchange(current: string): Promise<void> {
  const journal = journalOf(current);
  const text = await readFile(journal, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const names = journalSchema.safeParse(parsed(text));
  if (names.success && !existsSync(current)) {
    const [fresh, former] = [names.data.fresh, names.data.former].map((name) =>
      path.join(path.dirname(current), name),
    );
    const present = [fresh!, former!].find((folder) => existsSync(folder));
    if (present) await rename(present, current);
  }
  await rm(journal, { force: true });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
