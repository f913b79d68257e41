/**
 * Tests a base and the following log on a real PostgreSQL: shipping, broken chains, and recovery to
 * a moment.
 */
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { saveBackupKey, viewBackups } from '@ramal/contract/operations/backups';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, line, person } from '../../../test/accounts.ts';
import { type TestContext, call, createEmbeddedTestContext } from '../../../test/context.ts';
import { isLong } from '../../../test/property-runs.ts';
import { withCopying } from '../../foundation/copying.ts';
import { secretsFrom } from '../../foundation/secrets.ts';
import { type TrustedSigners, installationSigner } from '../signature.ts';
import { folderStore } from '../stores/folder-store.ts';
import { startEmbedded } from '../../foundation/postgres/embedded.ts';
import { recordRestore } from '../../quarantine/quarantine.ts';
import { runDrill } from '../drill.ts';
import { writeSealed } from '../write-bundle.ts';
import { readChains } from './chains.sql.ts';
import { planRecovery } from './plan-recovery.ts';
import { recover } from './recover.ts';
import { guardSpool, shipWal } from './ship-wal.ts';
import { createDueBase } from './take-base.ts';
import { walTrailer } from './signed-wal.ts';
import { SEGMENT_BYTES, readWalFile } from './wal-names.ts';
import { BackupError } from '../backup-error.ts';

const otherSigner = installationSigner(secretsFrom(Buffer.alloc(32, 8)));

let ctx: TestContext;
let admin: Person;
let seller: Person;
let folder: string;
let identity: string;
let isOpen = true;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-wal-'));
  // PostgreSQL may run as another user, who needs access to this folder.
  await chmod(folder, 0o755);
  ctx = await createEmbeddedTestContext(path.join(folder, 'data'), {
    RAMAL_BACKUP_REMOTE_1: path.join(folder, 'one'),
    RAMAL_BACKUP_REMOTE_2: path.join(folder, 'two'),
  });
  await writeFile(path.join(folder, 'data/secret'), Buffer.alloc(32, 7).toString('base64'));
  admin = await person(ctx, { profile: 'admin' });
  seller = await person(ctx, { parent: admin, balance: 100_000 });
  identity = await generateX25519Identity();
}, 300_000);
afterAll(async () => {
  if (isOpen) await ctx.close();
  await rm(folder, { recursive: true });
});

const firstStore = () => folderStore('remote_1', path.join(folder, 'one'));
const chainOf = async (place = 'remote_1') =>
  (await readChains(ctx.db)).find((chain) => chain.place === place);

/** Closes the current segment and ships it. */
async function ship(): Promise<void> {
  const { rows } = await ctx.owner.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  await ctx.owner.query('select pg_switch_wal()');
  await expect
    .poll(
      async () => {
        await shipWal(ctx);
        const chain = await chainOf();
        return (chain?.segment ?? '') >= rows[0]!.name || chain?.brokenAt != null;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

const now = async (): Promise<Date> =>
  (await ctx.owner.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]!.at;

async function recoverIn<T>(
  input: Pick<Parameters<typeof recover>[0], 'target'> & Partial<Parameters<typeof recover>[0]>,
  work: (ask: <Row>(text: string) => Promise<Row[]>, reaches: Date) => Promise<T>,
): Promise<T> {
  const into = path.join(folder, `recovered-${Math.random().toString(36).slice(2)}`);
  const { server, plan, secret } = await recover({
    store: firstStore(),
    identities: [identity],
    trusted: [installationSigner(ctx.secrets).publicKey],
    folder: into,
    fsync: false,
    ...input,
  });
  try {
    expect(secret?.toString()).toBe(Buffer.alloc(32, 7).toString('base64'));
    return await withCopying({ url: server.ownerUrl }, (copying) =>
      work((text) => copying.many(text), plan.reaches),
    );
  } finally {
    await server.stop();
    await rm(into, { recursive: true, force: true });
  }
}

const recovering = (trusted?: TrustedSigners) =>
  recoverIn({ target: 'end', ...(trusted ? { trusted } : {}) }, async () => undefined);

const names = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ note: `Cliente ${n}` }));

describe('point in time', { timeout: 300_000 }, () => {
  it('waits for a key and then takes a base for both stores', async () => {
    expect(await createDueBase(ctx)).toBe(false);
    expect(await shipWal(ctx)).toBe(false);
    const recipient = await identityToRecipient(identity);
    await call(ctx, saveBackupKey, { body: { recipient } }, { token: admin.token });
    for (const body of names(3)) await line(ctx, seller, body);
    expect(await createDueBase(ctx)).toBe(true);
    for (const place of ['one', 'two'])
      expect(await readdir(path.join(folder, place, 'base'))).toHaveLength(1);
    expect(await chainOf()).toMatchObject({ segment: null, brokenAt: null });
    expect(await createDueBase(ctx)).toBe(false);
    await ship();
    const chain = (await chainOf())!;
    expect(chain.segment! >= chain.baseSegment).toBe(true);
    // The outbox contains no segment that is already in the remote store.
    expect(await readdir(path.join(folder, 'data/postgres/outbox'))).toEqual([]);
    for (const place of ['one', 'two'])
      for (const name of await readdir(path.join(folder, place, 'wal')))
        expect(readWalFile(`wal/${name}`)?.system).toBe(chain.system);
  });

  it('restores deleted lines to the moment before the deletion', async () => {
    for (const body of names(20)) await line(ctx, seller, body);
    const { rows: before } = await ctx.owner.query('select * from lines order by id');
    const good = await now();
    await ctx.owner.query(`update lines set deleted_at = now()`);
    await ctx.owner.query(`delete from lines where id % 2 = 0`).catch(() => undefined);
    await ship();
    const restored = await recoverIn({ target: good }, (ask) =>
      ask<Record<string, unknown>>('select * from lines order by id'),
    );
    expect(restored).toEqual(before);
  });

  it.runIf(isLong)(
    'recovers to the end of the log if nothing was committed after the moment',
    async () => {
      const { reaches } = await planRecovery(firstStore(), 'end');
      const end = await recoverIn({ target: reaches }, (ask) =>
        ask<{ deleted: boolean }>('select deleted_at is not null as deleted from lines'),
      );
      expect(end.every(({ deleted }) => deleted)).toBe(true);
    },
  );

  it('rejects a moment before its base', async () => {
    const early = planRecovery(firstStore(), new Date('2026-01-01T00:00:00Z'));
    await expect(early).rejects.toMatchObject({ kind: 'unreachable-moment' });
    const later = new Date(Date.now() + 3_600_000);
    const { reaches } = await planRecovery(firstStore(), later);
    expect(reaches.getTime()).toBeLessThan(later.getTime());
  });

  it('stops at a gap and rejects changed files', async () => {
    await ship();
    await ship();
    const { segments } = await planRecovery(firstStore(), 'end');
    const [last, middle] = [segments.at(-1)!, segments.at(-2)!];
    const file = path.join(folder, 'one', middle.file);
    const bytes = await readFile(file);
    const changed = Buffer.from(bytes);
    changed[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(file, changed);
    await expect(recovering()).rejects.toThrow('a piece of it was changed');
    await rm(file);
    expect((await planRecovery(firstStore(), 'end')).segments).not.toContainEqual(last);
    await writeFile(file, bytes);
  });

  it('rejects a base and a segment that another installation signed', async () => {
    await expect(recovering([otherSigner.publicKey])).rejects.toThrow(
      'no trusted installation signed it',
    );
    const { segments } = await planRecovery(firstStore(), 'end');
    const { file } = segments.at(-1)!;
    const stored = path.join(folder, 'one', file);
    const bytes = await readFile(stored);
    const recipients = [await identityToRecipient(identity)];
    const plain = Readable.from([Buffer.alloc(SEGMENT_BYTES)]);
    await writeSealed({ file: stored, recipients }, plain, walTrailer(otherSigner, file));
    await expect(recovering()).rejects.toThrow('no trusted installation signed it');
    await writeFile(stored, bytes);
  });

  it.runIf(isLong)('rejects a truncated base', async () => {
    const base = path.join(folder, 'one', (await planRecovery(firstStore(), 'end')).base.file);
    const whole = await readFile(base);
    await writeFile(base, whole.subarray(0, whole.length - 100));
    await expect(recovering()).rejects.toThrow(BackupError);
    await writeFile(base, whole);
  });

  it('retains segments for an unavailable store and breaks only its chain at the limit', async () => {
    const two = path.join(folder, 'two');
    await chmod(two, 0o755);
    await rm(two, { recursive: true });
    await writeFile(two, 'no folder');
    await line(ctx, seller, names(1)[0]);
    await ship();
    expect((await chainOf('remote_2'))?.failure).toBeTruthy();
    expect(await readdir(path.join(folder, 'data/postgres/outbox'))).not.toEqual([]);
    const small = { ...ctx, config: { ...ctx.config, walSpoolBytes: 1024 } };
    await shipWal(small);
    expect((await chainOf('remote_2'))?.brokenReason).toContain('fora por tempo demais');
    expect((await chainOf())?.brokenAt).toBeNull();
    await shipWal(ctx);
    expect(await readdir(path.join(folder, 'data/postgres/outbox'))).toEqual([]);
    const { rows } = await ctx.owner.query(
      `select after->>'place' as place from events where kind = 'backup-chain-broken'`,
    );
    expect(rows).toEqual([{ place: 'remote_2' }]);
    await rm(two);
    // The new base restarts only the broken chain of `remote_2`. The chain of the first store
    // continues.
    const before = await chainOf();
    expect(await createDueBase(ctx)).toBe(true);
    await ship();
    expect(await chainOf('remote_2')).toMatchObject({ brokenAt: null, failure: null });
    expect((await chainOf())!.baseSegment).toBe(before!.baseSegment);
  });

  it('discards the log before the disk is full, reports it and starts a new chain', async () => {
    const full = { ...ctx, config: { ...ctx.config, walSpoolBytes: 1024 } };
    await line(ctx, seller, names(1)[0]);
    await ctx.owner.query('select pg_switch_wal()');
    await expect.poll(() => readdir(path.join(folder, 'data/postgres/spool'))).not.toEqual([]);
    await guardSpool(full);
    expect(await readdir(path.join(folder, 'data/postgres/spool'))).toEqual([]);
    expect((await chainOf())?.brokenReason).toContain('parado por tempo demais');
    const { rows } = await ctx.owner.query(`select current_setting('archive_library') as library`);
    expect(rows).toEqual([{ library: '' }]);
    // Sales continue, and no segments are stored for missing chains.
    await line(ctx, seller, names(1)[0]);
    await shipWal(ctx);
    expect(await createDueBase(ctx)).toBe(true);
    await ship();
    expect(await chainOf()).toMatchObject({ brokenAt: null });
  });

  it.runIf(isLong)('restores completely from a chain that was started again', async () => {
    const restored = await recoverIn({ target: 'end' }, (ask) =>
      ask<{ count: string }>('select count(*) from lines'),
    );
    const { rows: live } = await ctx.owner.query('select count(*) from lines');
    expect(restored).toEqual(live.map(({ count }) => ({ count: String(count) })));
  });

  it('passes a drill that restores the latest write from a remote store', async () => {
    const drilled = await runDrill(ctx, 'point-in-time');
    expect(drilled).toEqual({
      kind: 'point-in-time',
      questions: 14,
      rightAnswers: 14,
      failure: null,
    });
    const { rows } = await ctx.owner.query(
      `select kind, place, sent_seconds > 0 as sent, failure from backup_drills`,
    );
    expect(rows).toEqual([{ kind: 'point-in-time', place: 'remote_1', sent: true, failure: null }]);
    const left = (await readdir(path.join(folder, 'data'))).filter((name) =>
      name.startsWith('drill'),
    );
    expect(left).toEqual([]);
  });

  it('shows its state on the screen', async () => {
    const view = (await call(ctx, viewBackups, {}, { token: admin.token })).body;
    expect(view.point_in_time.state).toBe('on');
    expect(view.point_in_time.chains).toMatchObject([
      { type: 'remote_1', broken: null, failure: null },
      { type: 'remote_2', broken: null, failure: null },
    ]);
  });

  let linesBefore: unknown[];
  let good: Date;

  it('pauses during quarantine', async () => {
    linesBefore = (await ctx.owner.query('select * from lines order by id')).rows;
    good = await now();
    await ctx.owner.query('update lines set deleted_at = now()');
    await ship();
    await ctx.db.tx((tx) =>
      recordRestore(tx, { restoredAt: ctx.clock.now(), madeAt: ctx.clock.now(), file: 'x' }),
    );
    expect([await shipWal(ctx), await createDueBase(ctx)]).toEqual([false, false]);
    await ctx.owner.query('delete from restores');
  });

  it('npm run restore restores to a second, retains the former data and starts quarantine', async () => {
    const key = path.join(folder, 'key.txt');
    await writeFile(key, `# de hoje\n${identity}\n`);
    const data = path.join(folder, 'data');
    const restoring = (...args: string[]) => runRestore(data, args);
    const until = ['--until', good.toISOString(), '--from', path.join(folder, 'one'), '--key', key];
    const busy = await restoring(...until);
    expect([busy.code, busy.err]).toEqual([
      1,
      'O Ramal está em uso neste banco: pare-o antes.\nNada mudou.\n',
    ]);
    await ctx.close();
    isOpen = false;
    expect((await restoring('--list', '--from', path.join(folder, 'one'))).out).toContain(
      'Qualquer segundo de',
    );
    const early = await restoring('--until', '2026-01-01T00:00:00', ...until.slice(2));
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('não se chega a antes')]);
    const done = await restoring(...until);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toContain('9 perguntas respondidas certo');
    const [, former] = /guardados em (\S+)\./.exec(done.out)!;
    expect(await readdir(former!)).toContain('cluster');
    const server = await startEmbedded({
      folder: path.join(data, 'postgres'),
      archives: true,
      fsync: false,
    });
    try {
      await withCopying({ url: server.ownerUrl }, async (copying) => {
        expect(await copying.many('select * from lines order by id')).toEqual(linesBefore);
        expect(await copying.many('select released_at from restores')).toEqual([
          { released_at: null },
        ]);
        expect(await copying.many('select from wal_chains')).toEqual([]);
        expect(await copying.many(`select current_setting('archive_library') as library`)).toEqual([
          { library: '' },
        ]);
      });
    } finally {
      await server.stop();
    }
  });
});

async function runRestore(data: string, args: readonly string[]) {
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../restore.ts'), ...args],
    { env: { ...process.env, RAMAL_DATA: data } },
  );
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, out, err };
}
