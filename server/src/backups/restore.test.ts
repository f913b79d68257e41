/**
 * Tests that a restore by the function, by a drill and by the command is complete or changes
 * nothing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  saveBackupKey,
  startBackup,
  startDrill,
  viewBackups,
} from '@ramal/contract/operations/backups';
import { getTask } from '@ramal/contract/tasks';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, line, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { seedLine } from '../../test/player.ts';
import { enrolAuthenticator } from '../../test/second-factor.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { drillTask } from './drill.ts';
import { type Copying, withCopying } from '../foundation/copying.ts';
import { machineIdentity } from './machine-key.ts';
import { makeBackup } from './make-backup.ts';
import { toExactBounds, proveRestored } from './prove-restored.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import { installationSigner } from './signature.ts';
import { BackupError } from './backup-error.ts';

const MASTER = Buffer.alloc(32, 7);

let ctx: TestContext;
let admin: Person;
let folder: string;
let identity: string;
/** Backup file that all tests read. */
let file: string;
const databases: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-restore-'));
  await writeFile(path.join(folder, 'secret'), `${MASTER.toString('base64')}\n`);
  ctx = await createTestContext({
    RAMAL_DATA: folder,
    RAMAL_BACKUP_FOLDER: path.join(folder, 'here'),
    RAMAL_BACKUP_REMOTE_1: path.join(folder, 'elsewhere'),
  });
  admin = await person(ctx, { profile: 'admin' });
  const seller = await person(ctx, { parent: admin, balance: 5000 });
  await enrolAuthenticator(ctx, seller);
  for (const note of ['Sala', 'Tab\tquebra\nde linha \\N e ação', ''])
    await line(ctx, seller, { note });
  await renewedByHand(seller);
  identity = await generateX25519Identity();
  await call(
    ctx,
    saveBackupKey,
    { body: { recipient: await identityToRecipient(identity) } },
    { token: admin.token },
  );
  await call(ctx, startBackup, {}, { token: admin.token });
  // Makes these tables count as large, so that their indexes are built after their rows.
  await ctx.owner.query(
    `update pg_class set reltuples = 100000 where relname in ('lines', 'events_past', 'entries_past')`,
  );
  const made = await makeBackup(ctx);
  if (made === 'no-key') throw new Error('there is a key');
  file = path.join(folder, 'here', made.file);
});
afterAll(async () => {
  for (const name of databases)
    await ctx.owner.query(`drop database if exists ${name} with (force)`);
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Inserts a payment that arrived after a restore. Its seller had already renewed the line, so the
 * payment moved no credits.
 */
async function renewedByHand(seller: Person) {
  const { id } = await seedLine(ctx);
  await ctx.owner.query(
    `insert into charges (purpose, account_id, line_id, months, credits, cents, method, provider, collector,
       payment_id, state, created_at, expires_at, paid_at, settled_at, settled_by_hand)
     values ('renewal', $1, $2, 1, 100, 3000, 'pix', 'sandbox', 'sandbox',
       '7', 'settled', now(), now(), now(), now(), true)`,
    [seller.id, id],
  );
}

const ownerUrl = () => (ctx.owner.options as { connectionString: string }).connectionString;
const urlOf = (name: string) => ownerUrl().replace(/\/t_\w+/, `/${name}`);

async function makeDatabase(options = ''): Promise<string> {
  const name = `r_${databases.length}_${process.pid}_${Date.now()}`;
  databases.push(name);
  await ctx.owner.query(`create database ${name} ${options}`);
  return urlOf(name);
}

const emptyDatabase = () => makeDatabase();
/** Creates a database that already has the schema of the backup, so that a restore takes less time. */
const databaseWithSchema = () => makeDatabase('template ramal');

const inDatabase = <T>(url: string, work: (copying: Copying) => Promise<T>): Promise<T> =>
  withCopying({ url }, work);

/** Returns every row of every table, as one text per table. */
const contentOf = (url: string) =>
  inDatabase(url, async (copying) => {
    const tables = await copying.many<{ name: string }>(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
        -- These tables change at the end of a backup and during its restore.
        and relname not in ('backup_runs', 'ledger_proofs')
      order by 1`);
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const row = await copying.first<{ rows: string }>(
        `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as rows from "${name}" t`,
      );
      content[name] = row!.rows;
    }
    return content;
  });

/** Returns every usable index without its name, which differs for partitions. */
const indexesOf = (url: string) =>
  inDatabase(url, (copying) =>
    copying.many(`
      select indrelid::regclass::text as table, regexp_replace(pg_get_indexdef(indexrelid), 'INDEX .*? ON', 'INDEX ON') as definition
      from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) and indisvalid
      order by 1, 2`),
  );

const restoreFrom = async (
  source: string,
  key: string | CryptoKey = identity,
  makeTarget = databaseWithSchema,
) => {
  const url = await makeTarget();
  return {
    url,
    restored: await restoreSnapshot({
      source: createReadStream(source),
      identities: [key],
      trusted: [installationSigner(ctx.secrets).publicKey],
      ownerUrl: url,
    }),
  };
};

const damageOf = async (source: string, key?: string | CryptoKey) =>
  restoreFrom(source, key).then(
    () => 'none',
    (error: unknown) => (error instanceof BackupError ? error.kind : error),
  );

describe('a backup', () => {
  it('is restored row for row with the operator’s key or the machine’s key', async () => {
    const expected = await contentOf(ownerUrl());
    expect(Object.keys(expected).length).toBeGreaterThan(80);
    for (const [key, makeTarget] of [
      [identity, emptyDatabase],
      [await machineIdentity(ctx.secrets), databaseWithSchema],
    ] as const) {
      const { url, restored } = await restoreFrom(file, key, makeTarget);
      expect(await contentOf(url)).toEqual(expected);
      expect(await indexesOf(url)).toEqual(await indexesOf(ownerUrl()));
      expect(restored.secret?.toString().trim()).toBe(MASTER.toString('base64'));
      const answers = await proveRestored({
        ownerUrl: url,
        secrets: ctx.secrets,
        counts: toExactBounds(restored.counts),
        log: ctx.log,
      });
      expect(answers.wrong).toEqual([]);
      const next = await inDatabase(url, (copying) =>
        copying.first(`
          select nextval(pg_get_serial_sequence('lines', 'id')) > max(id) as follows from lines`),
      );
      expect(next).toEqual({ follows: true });
    }
  });

  it('is rejected when it is truncated, changed or encrypted to another key', async () => {
    const bytes = await readFile(file);
    const bad = path.join(folder, 'bad.age');
    const written = async (content: Buffer) => {
      await writeFile(bad, content);
      return damageOf(bad);
    };
    for (const share of [0.01, 0.5, 0.999])
      expect(await written(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe('damaged');
    for (const share of [0.02, 0.4, 0.9]) {
      const changed = Buffer.from(bytes);
      changed[Math.floor(bytes.length * share)]! ^= 1;
      expect(await written(changed)).toBe('damaged');
    }
    expect(await damageOf(file, await generateX25519Identity())).toBe('wrong-key');
  });
});

describe('the drill', () => {
  const as = () => ({ token: admin.token });
  async function run() {
    const { task } = (await call(ctx, startDrill, {}, as())).body;
    await runTask(ctx, [drillTask], task.id);
    return (await call(ctx, getTask, { params: { id: task.id } }, as())).body;
  }

  it('restores the remote copy, verifies it and stores the duration', async () => {
    expect(await run()).toMatchObject({
      state: 'done',
      message: 'Ensaio: 14 de 14 respostas certas',
    });
    const { drill, places } = (await call(ctx, viewBackups, {}, as())).body;
    expect(drill).toMatchObject({
      place: 'remote_1',
      questions: 14,
      right_answers: 14,
      failure: null,
    });
    expect(drill!.seconds).toBeGreaterThan(0);
    expect(places.map(({ type, failure }) => [type, failure])).toEqual([
      ['local', null],
      ['remote_1', null],
    ]);
    // The drill leaves no files of its server.
    expect((await readdir(folder)).filter((name) => name.startsWith('drill'))).toEqual([]);
  });

  it('fails when the remote copy is damaged', async () => {
    const copy = path.join(folder, 'elsewhere', path.basename(file));
    const bytes = await readFile(copy);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(copy, bytes);
    expect(await run()).toMatchObject({ state: 'failed', message: 'A cópia está danificada.' });
    const { drill } = (await call(ctx, viewBackups, {}, as())).body;
    expect(drill).toMatchObject({ right_answers: 0, failure: 'A cópia está danificada.' });
    await copyFile(file, copy);
  });
});

describe('npm run restore', () => {
  const restoring = async (url: string, args: string[]) => {
    const child = spawn(
      process.execPath,
      [path.resolve(import.meta.dirname, '../restore.ts'), ...args],
      {
        env: {
          ...process.env,
          DATABASE_URL: url,
          RAMAL_DATA: path.join(folder, 'new'),
          RAMAL_BACKUP_FOLDER: path.join(folder, 'here'),
        },
      },
    );
    const ended = once(child, 'close');
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    return { code: child.exitCode, out, err };
  };

  it('replaces the existing data and starts the panel in quarantine', async () => {
    const key = path.join(folder, 'key.txt');
    await writeFile(key, `# created: today\n${identity}\n`);
    const url = await emptyDatabase();
    const name = databases.at(-1)!;
    // A key file that names no installation accepts no file.
    expect((await restoring(url, [file, '--key', key])).err).toContain('não diz a instalação');
    const signer = `# signature: ${installationSigner(ctx.secrets).publicKey}\n`;
    await writeFile(key, `${signer}${identity}\n`);
    await inDatabase(url, (copying) => copying.many('create table precious (id int)'));
    const busy = await inDatabase(url, () => restoring(url, [file, '--key', key]));
    expect([busy.code, busy.err]).toEqual([
      1,
      'O Ramal está em uso neste banco: pare-o antes.\nNada mudou.\n',
    ]);
    const wrong = path.join(folder, 'wrong.txt');
    await writeFile(wrong, `${signer}${await generateX25519Identity()}`);
    expect((await restoring(url, [file, '--key', wrong])).err).toBe(
      'A chave não abre esta cópia: ela foi cifrada para outra.\nNada mudou.\n',
    );
    await inDatabase(url, (copying) => copying.many('select from precious'));

    // The panel's screen shows the bare file name, which is searched in the backup folder.
    const done = await restoring(url, [path.basename(file), '--key', key]);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('14 perguntas respondidas certo');
    const former = /guardado como (\w+)\./.exec(done.out)![1]!;
    databases.push(former);
    expect(former).toContain(`${name}_before_`);
    await inDatabase(urlOf(former), (copying) => copying.many('select from precious'));
    await inDatabase(url, async (copying) => {
      expect(await copying.many('select file, released_at from restores')).toEqual([
        { file: path.basename(file), released_at: null },
      ]);
      expect(await copying.many('select from sign_ins where ended_at is null')).toEqual([]);
      expect(await copying.many('select from lines')).toHaveLength(4);
      expect(await copying.many('select state from tasks')).toEqual([{ state: 'stopped' }]);
    });
    const secret = await readFile(path.join(folder, 'new', 'secret'), 'utf8');
    expect(secret.trim()).toBe(MASTER.toString('base64'));
  }, 300_000);

  it('names both folders in which it searched for a missing copy', async () => {
    const key = path.join(folder, 'key-2.txt');
    await writeFile(key, `# ${installationSigner(ctx.secrets).publicKey}\n${identity}`);
    const url = await emptyDatabase();
    const { code, err } = await restoring(url, ['ramal-x.tar.zst.age', '--key', key]);
    expect(code).toBe(1);
    expect(err).toContain(`ramal-x.tar.zst.age não está aqui nem em ${folder}`);
  });
});
