/**
 * `npm run restore -- FILE --key KEY` puts the data of a backup in the place of what there is. The former
 * database is kept under another name, and the panel starts in quarantine.
 */
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sql from 'sql-template-tag';
import { UnusableBackup, proveRestored, restoreSnapshot } from './backups/backups.ts';
import { connectDatabase, createLogger } from './create-context.ts';
import { insertEventCte } from './events/events.ts';
import { type Config, readConfig } from './foundation/config.ts';
import { type Copying, quoted, withCopying } from './foundation/copying.ts';
import { openDatabase } from './foundation/database.ts';
import { loadSecrets, secretsFromText } from './foundation/secrets.ts';
import { recordRestore } from './quarantine/quarantine.ts';

const USAGE = 'Usage: npm run restore -- FILE --key KEYFILE\n';

const STOPPED = 'Parou quando os dados foram restaurados de um backup';

/** Something that the operator can mend; it is told without a stack. */
class Refused extends Error {}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || !values.key || positionals.length > 1) {
    process.stderr.write(USAGE);
    return 2;
  }
  const config = readConfig({ RAMAL_LOG: 'warn', ...process.env });
  const database = await connectDatabase(config, createLogger(config));
  try {
    const identity = await readIdentity(values.key);
    await restore(config, database.ownerUrl, { file, identity });
    return 0;
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof UnusableBackup)) throw error;
    process.stderr.write(`${error.message}\nNothing was changed.\n`);
    return 1;
  } finally {
    await database.stop();
  }
}

/** The line of the key in the file that age-keygen writes. */
async function readIdentity(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const identity = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (!identity) throw new Refused(`${file} holds no key that begins with AGE-SECRET-KEY-.`);
  return identity.trim();
}

interface Asked {
  readonly file: string;
  readonly identity: string;
}

/** Beside what there is; the names are changed at the end, when every question was answered rightly. */
async function restore(config: Config, ownerUrl: string, { file, identity }: Asked): Promise<void> {
  const current = databaseOf(ownerUrl);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/\D/g, '');
  const [fresh, former] = [`${current}_restoring_${stamp}`, `${current}_before_${stamp}`];
  const freshUrl = withDatabase(ownerUrl, fresh);
  await withCopying({ url: ownerUrl }, async (copying) => {
    await refuseWhileInUse(copying, current);
    await copying.many(`create database ${quoted(fresh)}`);
  });
  try {
    const restored = await restoreSnapshot({
      source: createReadStream(file),
      identity,
      ownerUrl: freshUrl,
      onRows: async (rows) => progress(rows),
    });
    progress(restored.rows, true);
    const secrets =
      restored.secret && !config.secret
        ? secretsFromText(restored.secret.toString())
        : await loadSecrets(config.secret, config.dataFolder);
    const { questions, wrong } = await proveRestored({
      ownerUrl: freshUrl,
      secrets,
      counts: restored.counts,
      log: createLogger({ logLevel: 'silent' }),
    });
    if (wrong.length > 0) throw new Refused(wrong.join('\n'));
    await leaveMarks(freshUrl, { file: path.basename(file), madeAt: restored.madeAt });
    await exchange({ ownerUrl, freshUrl, current, fresh, former });
    if (restored.secret && !config.secret) await putSecret(config, restored.secret, stamp);
    process.stdout.write(
      [
        `Restored ${restored.rows} rows as of ${restored.madeAt.toISOString()}; ${questions} questions answered rightly.`,
        `The former database is kept as ${former}.`,
        'Start Ramal: it is in quarantine until an admin releases it in the panel, and everybody signs in again.',
        '',
      ].join('\n'),
    );
  } catch (error) {
    await withCopying({ url: ownerUrl }, (copying) =>
      copying.many(`drop database if exists ${quoted(fresh)} with (force)`),
    ).catch(() => undefined);
    throw error;
  }
}

async function refuseWhileInUse(copying: Copying, database: string): Promise<void> {
  const others = await copying.first(`
    select 1 as one from pg_stat_activity
    where datname = '${database.replaceAll("'", "''")}' and pid <> pg_backend_pid()
      and backend_type = 'client backend' limit 1`);
  if (others) throw new Refused('Ramal is running on this database: stop it first.');
}

async function leaveMarks(
  url: string,
  { file, madeAt }: { readonly file: string; readonly madeAt: Date },
): Promise<void> {
  const db = openDatabase({ url, connections: 1 });
  const now = new Date();
  try {
    await db.tx(async (tx) => {
      await recordRestore(tx, { restoredAt: now, file, madeAt });
      // A sign-in that was ended since would be open again.
      await tx.run(
        sql`update sign_ins set ended_at = ${now}, ended_because = 'reset' where ended_at is null`,
      );
      // What was going on that day is not gone on with by itself: its batches can be continued.
      await tx.run(sql`
        update tasks set state = 'stopped', message = ${STOPPED}, finished_at = ${now}
        where state in ('waiting', 'running')`);
      await tx.run(
        insertEventCte(
          { ip: '127.0.0.1', requestId: 'console' },
          { kind: 'backup-restored', actorId: null, accountId: null, after: { file } },
        ),
      );
    });
  } finally {
    await db.close();
  }
}

/** What was encrypted with the key of the former data is kept readable: the file stays beside. */
async function putSecret({ dataFolder }: Config, secret: Buffer, stamp: string): Promise<void> {
  const file = path.join(dataFolder, 'secret');
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(secret)) return;
  await mkdir(dataFolder, { recursive: true });
  if (present) await rename(file, `${file}.before-${stamp}`);
  await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
}

interface Exchange {
  readonly ownerUrl: string;
  readonly freshUrl: string;
  readonly current: string;
  readonly fresh: string;
  readonly former: string;
}

/** A database cannot rename itself, so each is renamed from the other. */
async function exchange({ ownerUrl, freshUrl, current, fresh, former }: Exchange): Promise<void> {
  await withCopying({ url: freshUrl }, (copying) =>
    copying.many(`alter database ${quoted(current)} rename to ${quoted(former)}`),
  );
  await withCopying({ url: withDatabase(ownerUrl, former) }, (copying) =>
    copying.many(`alter database ${quoted(fresh)} rename to ${quoted(current)}`),
  );
}

const PATH = /\/([^/?]+)(?=\?|$)/;

const databaseOf = (url: string): string => decodeURIComponent(PATH.exec(url)?.[1] ?? 'postgres');

const withDatabase = (url: string, name: string): string =>
  url.replace(PATH, `/${encodeURIComponent(name)}`);

function progress(rows: number, isLast = false): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${rows} rows${isLast ? '\n' : ''}`);
}

process.exitCode = await run();
