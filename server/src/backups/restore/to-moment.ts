/**
 * Restores the embedded PostgreSQL to a moment. Recovers the data in a separate folder, verifies
 * it, and only then replaces the data folder. The former folder is retained under another name.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pino from 'pino';
import { makeDataFolder } from '../../foundation/start/data-folder.ts';
import type { Config } from '../../foundation/config.ts';
import { withCopying } from '../../foundation/copying.ts';
import { migrate, migrationNames } from '../../foundation/migrate.ts';
import { openDataDir } from '../../foundation/postgres/data-dir.ts';
import { exchangeData } from '../../foundation/postgres/exchange-data.ts';
import { OperatorError } from '../../foundation/start/operator-error.ts';
import { findPostmaster } from '../../foundation/postgres/postmaster.ts';
import type { Identity } from '../age-stream.ts';
import type { RecoveryTarget } from '../point-in-time/plan-recovery.ts';
import { type RecoveredCluster, recover } from '../point-in-time/recover.ts';
import { proveRestored } from '../prove-restored.ts';
import type { TrustedSigners } from '../signature.ts';
import type { BackupStore } from '../stores/store.ts';
import { writeRestoreMarks } from './write-restore-marks.ts';
import { exchangeWithSecret, restoredSecrets, formatStamp } from './restore-secret.ts';
import { BackupError } from '../backup-error.ts';

interface ToMomentInput {
  readonly config: Config;
  readonly store: BackupStore;
  readonly identities: readonly Identity[];
  readonly trusted: TrustedSigners;
  readonly target: RecoveryTarget;
  readonly onSegment: (done: number, of: number) => void;
}

interface RestoredToMoment {
  /** Time of the last restored transaction. */
  readonly reached: Date;
  readonly questions: number;
  /** Folder with the former data. Undefined if the installation had no data before. */
  readonly former: string | undefined;
}

/** Recovers, verifies and replaces the data. The caller must have stopped the existing server. */
export async function restoreToMoment(input: ToMomentInput): Promise<RestoredToMoment> {
  const { config, store, identities, trusted, target, onSegment } = input;
  const current = path.join(config.dataFolder, 'postgres');
  const stamp = formatStamp(new Date());
  const [fresh, former] = [`${current}-restoring-${stamp}`, `${current}-before-${stamp}`];
  await makeDataFolder(config.dataFolder);
  try {
    const recovered = await recover({
      store,
      identities,
      trusted,
      target,
      folder: fresh,
      fsync: true,
      onSegment,
    });
    const { reached, questions } = await verifyAndMark(config, recovered);
    const wasThere = existsSync(current);
    if (wasThere) refuseWhileRunning(current);
    await exchangeWithSecret(config, recovered.secret, stamp, async () => {
      await exchangeData({ current, fresh, former });
    });
    return { reached, questions, former: wasThere ? former : undefined };
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function verifyAndMark(
  config: Config,
  { server, secret, plan }: RecoveredCluster,
): Promise<Pick<RestoredToMoment, 'reached' | 'questions'>> {
  const { ownerUrl } = server;
  try {
    const reached = await withCopying({ url: ownerUrl }, async (copying) => {
      const last = await copying.first<{ at: Date | null }>(
        'select pg_last_xact_replay_timestamp() as at',
      );
      const applied = await copying.many<{ name: string }>(
        'select name from migrations order by id',
      );
      const ownMigrations = await migrationNames();
      const unknown = applied.find(({ name }, place) => ownMigrations[place] !== name);
      if (unknown)
        throw new BackupError('newer', `it was made by a build that knows ${unknown.name}`);
      return last?.at ?? plan.base.endedAt;
    });
    await migrate(ownerUrl);
    const { questions, wrong } = await proveRestored({
      ownerUrl,
      secrets: await restoredSecrets(config, secret),
      counts: undefined,
      log: pino({ level: 'silent' }),
    });
    if (wrong.length > 0) throw new BackupError('refused', wrong.join('\n'));
    await writeRestoreMarks(ownerUrl, {
      file: path.posix.basename(plan.base.file),
      madeAt: reached,
    });
    return { reached, questions };
  } finally {
    await server.stop();
  }
}

export function refuseWhileRunning(folder: string): void {
  if (findPostmaster(openDataDir(folder)))
    throw new OperatorError('O PostgreSQL está em uso nesta pasta de dados: pare o Ramal antes.');
}
