/**
 * Replaces a database with a snapshot. Restores the snapshot into a new database, verifies it, and
 * then renames both databases. The former database is retained under another name.
 */
import type { Readable } from 'node:stream';
import pino from 'pino';
import type { Config } from '../../foundation/config.ts';
import { type Copying, quoteIdentifier, withCopying } from '../../foundation/copying.ts';
import { OperatorError } from '../../foundation/start/operator-error.ts';
import type { Identity } from '../age-stream.ts';
import { toExactBounds, proveRestored } from '../prove-restored.ts';
import { type RestoredSnapshot, restoreSnapshot } from '../restore-snapshot.ts';
import type { TrustedSigners } from '../signature.ts';
import { writeRestoreMarks } from './write-restore-marks.ts';
import { exchangeWithSecret, restoredSecrets, formatStamp } from './restore-secret.ts';
import { BackupError } from '../backup-error.ts';

interface InPlaceInput {
  readonly config: Config;
  /** URL of the database to replace, for its owner. */
  readonly ownerUrl: string;
  /** Name of the backup file, which the restore marks record. */
  readonly name: string;
  readonly source: Readable;
  readonly identities: readonly Identity[];
  readonly trusted: TrustedSigners;
  /**
   * True for a rollback. The schema stays that of the snapshot. The release that made the snapshot
   * then verifies and marks the data.
   */
  readonly keepsSchema?: boolean;
  readonly onRows: (rows: number) => void;
}

interface RestoredInPlace {
  readonly rows: number;
  readonly madeAt: Date;
  readonly questions: number;
  /** Name of the database with the former data. */
  readonly former: string;
}

export async function restoreInPlace(input: InPlaceInput): Promise<RestoredInPlace> {
  const { config, ownerUrl, onRows } = input;
  const current = databaseOf(ownerUrl);
  const stamp = formatStamp(new Date());
  const [fresh, former] = [`${current}_restoring_${stamp}`, `${current}_before_${stamp}`];
  const freshUrl = withDatabase(ownerUrl, fresh);
  await withCopying({ url: ownerUrl }, async (copying) => {
    await refuseWhileInUse(copying);
    await copying.many(`create database ${quoteIdentifier(fresh)}`);
  });
  try {
    const restored = await restoreSnapshot({
      source: input.source,
      identities: input.identities,
      trusted: input.trusted,
      ownerUrl: freshUrl,
      keepsSchema: input.keepsSchema ?? false,
      onRows: async (rows) => onRows(rows),
    });
    const questions = input.keepsSchema ? 0 : await verifyAndMark(input, freshUrl, restored);
    await exchangeWithSecret(config, restored.secret, stamp, () =>
      exchange({ ownerUrl, freshUrl, current, fresh, former }),
    );
    return { rows: restored.rows, madeAt: restored.madeAt, questions, former };
  } catch (error) {
    await withCopying({ url: ownerUrl }, (copying) =>
      copying.many(`drop database if exists ${quoteIdentifier(fresh)} with (force)`),
    ).catch(() => undefined);
    throw error;
  }
}

async function verifyAndMark(
  { config, name }: InPlaceInput,
  freshUrl: string,
  restored: RestoredSnapshot,
): Promise<number> {
  const { questions, wrong } = await proveRestored({
    ownerUrl: freshUrl,
    secrets: await restoredSecrets(config, restored.secret),
    counts: toExactBounds(restored.counts),
    log: pino({ level: 'silent' }),
  });
  if (wrong.length > 0) throw new BackupError('refused', wrong.join('\n'));
  await writeRestoreMarks(freshUrl, { file: name, madeAt: restored.madeAt });
  return questions;
}

export async function refuseWhileInUse(copying: Copying): Promise<void> {
  const others = await copying.first(`
    select 1 as one from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' limit 1`);
  if (others) throw new OperatorError('O Ramal está em uso neste banco: pare-o antes.');
}

interface Exchange {
  readonly ownerUrl: string;
  readonly freshUrl: string;
  readonly current: string;
  readonly fresh: string;
  readonly former: string;
}

/**
 * Renames both databases. A database cannot be renamed through its own connection, so each is
 * renamed through the other. If the second rename fails, restores the first name.
 */
async function exchange({ ownerUrl, freshUrl, current, fresh, former }: Exchange): Promise<void> {
  const rename = (from: string, name: string, to: string) =>
    withCopying({ url: from }, (copying) =>
      copying.many(`alter database ${quoteIdentifier(name)} rename to ${quoteIdentifier(to)}`),
    );
  await rename(freshUrl, current, former);
  try {
    await rename(withDatabase(ownerUrl, former), fresh, current);
  } catch (error) {
    await rename(freshUrl, former, current);
    throw error;
  }
}

const PATH = /\/([^/?]+)(?=\?|$)/;

const databaseOf = (url: string): string => decodeURIComponent(PATH.exec(url)?.[1] ?? 'postgres');

const withDatabase = (url: string, name: string): string =>
  url.replace(PATH, `/${encodeURIComponent(name)}`);
