import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  downloadBackup,
  proveBackupKey,
  saveBackupKey,
  startBackup,
  viewBackups,
} from '@ramal/contract/operations/backups';
import { getTask } from '@ramal/contract/tasks';
import { version } from '@ramal/contract/version';
import { Decrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, person } from '../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../test/context.ts';
import { recordRestore } from '../quarantine/quarantine.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { backupTask, makeBackup } from './make-backup.ts';

let ctx: TestContext;
let admin: Person;
let folder: string;
let identity: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-backups-'));
  ctx = await createTestContext({
    RAMAL_BACKUP_FOLDER: folder,
    RAMAL_DATA: folder,
    RAMAL_BACKUP_KEEP: '1 0 2',
  });
  admin = await person(ctx, { profile: 'admin' });
  identity = await generateX25519Identity();
});
afterAll(async () => {
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});

const as = () => ({ token: admin.token });
const view = async () => (await call(ctx, viewBackups, {}, as())).body;

it('makes no backup without a key and shows the reason', async () => {
  expect(await view()).toMatchObject({ local: [], key: null, last: null });
  expect((await call(ctx, startBackup, {}, as())).body.code).toBe('backup_key_missing');
  expect(await makeBackup(ctx)).toBe('no-key');
});

it('accepts a public key and marks it proven after the word was decrypted', async () => {
  const recipient = await identityToRecipient(identity);
  // The changed last character makes the checksum of the key wrong.
  const mistyped = recipient.slice(0, -1) + (recipient.endsWith('0') ? 'q' : '0');
  const wrong = await call(ctx, saveBackupKey, { body: { recipient: mistyped } }, as());
  expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['recipient']]);
  const { challenge } = (await call(ctx, saveBackupKey, { body: { recipient } }, as())).body;
  expect((await view()).key).toMatchObject({ recipient, proven_at_timestamp: null, challenge });
  const guess = await call(ctx, proveBackupKey, { body: { word: 'adivinhada' } }, as());
  expect([guess.status, guess.body.code]).toEqual([422, 'backup_word_wrong']);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const word = await decrypter.decrypt(armor.decode(challenge), 'text');
  expect((await call(ctx, proveBackupKey, { body: { word } }, as())).status).toBe(200);
  const { key } = await view();
  expect(key?.challenge).toBeNull();
  expect(key?.proven_at_timestamp).toBeGreaterThan(0);
});

it('makes a backup as a task, lists it and records its download by an admin', async () => {
  const { task } = (await call(ctx, startBackup, {}, as())).body;
  await runTask(ctx, [backupTask], task.id);
  const ended = (await call(ctx, getTask, { params: { id: task.id } }, as())).body;
  expect([ended.state, ended.message]).toEqual([
    'done',
    `Backup feito: ramal-2026-11-21-150000-v${version}.tar.zst.age`,
  ]);
  const { local, last } = await view();
  expect(local).toMatchObject([
    {
      name: `ramal-2026-11-21-150000-v${version}.tar.zst.age`,
      type: 'local',
      created: '21/11/2026 12:00',
      version,
      restorable: true,
    },
  ]);
  expect(last).toMatchObject({ failure: null });
  const { status, body, headers } = await call(ctx, downloadBackup, { body: local[0]! }, as());
  expect([status, headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="${local[0]!.name}"`,
  ]);
  const stored = await readFile(path.join(folder, local[0]!.name));
  expect(Buffer.from(body as Uint8Array).equals(stored)).toBe(true);
  const { rows } = await ctx.owner.query(
    `select after from events where kind = 'backup-downloaded'`,
  );
  expect(rows).toEqual([{ after: { file: local[0]!.name } }]);
});

it('shows when the data was restored from a backup', async () => {
  expect((await view()).restored_at_timestamp).toBeNull();
  const at = ctx.clock.now();
  await ctx.db.tx((tx) => recordRestore(tx, { restoredAt: at, madeAt: at, file: 'x' }));
  expect((await view()).restored_at_timestamp).toBe(at.getTime() / 1000);
});

it('rejects the download of a file that is not in the listing', async () => {
  await writeFile(path.join(folder, 'segredo.txt'), 'x');
  for (const name of [
    'segredo.txt',
    '../segredo.txt',
    '/etc/passwd',
    `ramal-2026-11-21-150000-v${version}.tar.zst.age.sha256`,
  ]) {
    const refused = await call(ctx, downloadBackup, { body: { name, type: 'local' } }, as());
    expect([refused.status, refused.body.code]).toEqual([404, 'backup_not_found']);
  }
});

it('gives two backups of the same second different names with matching checksums', async () => {
  const made = await Promise.all([makeBackup(ctx), makeBackup(ctx)]);
  const files = made.map((backup) => (backup === 'no-key' ? '' : backup.file));
  expect(new Set(files).size).toBe(2);
  for (const file of files) {
    const sha256 = createHash('sha256')
      .update(await readFile(path.join(folder, file)))
      .digest('hex');
    expect(await readFile(path.join(folder, `${file}.sha256`), 'utf8')).toContain(sha256);
    await rm(path.join(folder, file));
    await rm(path.join(folder, `${file}.sha256`));
  }
});

it('deletes the files of a failed backup and stores the reason', async () => {
  const before = await readdir(folder);
  const failing = makeBackup(ctx, async () => {
    throw new Error('the worker received a stop signal');
  });
  await expect(failing).rejects.toThrow('received a stop signal');
  expect(await readdir(folder)).toEqual(before);
  expect((await view()).last?.failure).toBe('Parou no meio: the worker received a stop signal');
});

it('deletes partial files of a killed process after a day', async () => {
  const [old, recent] = ['a', 'b'].map(
    (name) => `ramal-2026-11-01-120000.tar.zst.age.${name}.partial`,
  );
  for (const name of [old!, recent!]) await writeFile(path.join(folder, name), 'x');
  const dayBefore = new Date(ctx.clock.now().getTime() - 25 * 3_600_000);
  await utimes(path.join(folder, old!), dayBefore, dayBefore);
  const now = ctx.clock.now();
  await utimes(path.join(folder, recent!), now, now);
  await makeBackup(ctx);
  const left = await readdir(folder);
  expect([left.includes(old!), left.includes(recent!)]).toEqual([false, true]);
  await rm(path.join(folder, recent!));
});

it('deletes outdated backups and nothing else', async () => {
  const old = ['20', '21'].map((day) => `ramal-2024-01-${day}-120000.tar.zst.age`);
  for (const name of old) await writeFile(path.join(folder, name), 'x');
  ctx.clock.forward(60_000);
  await makeBackup(ctx);
  const left = await readdir(folder);
  // The newest backup of its month is retained.
  expect(left.filter((name) => old.includes(name))).toEqual([old[1]]);
  expect(left).toContain('segredo.txt');
});
