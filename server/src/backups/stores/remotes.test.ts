/**
 * Tests remote stores over HTTP. A store is tested before it is saved, and its access is stored
 * encrypted. Backups are copied to it, read back and downloaded.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  downloadBackup,
  removeBackupRemote,
  saveBackupKey,
  saveBackupS3,
  saveBackupSftp,
  viewBackups,
} from '@ramal/contract/operations/backups';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../../test/accounts.ts';
import { type TestContext, call, createTestContext } from '../../../test/context.ts';
import { type S3Double, startS3 } from '../../../test/s3.ts';
import { type SftpDouble, startSftp } from '../../../test/sftp.ts';
import { makeBackup } from '../make-backup.ts';

let ctx: TestContext;
let admin: Person;
let folder: string;
let s3: S3Double;
let sftp: SftpDouble;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-remotes-'));
  await mkdir(path.join(folder, 'sftp'));
  s3 = await startS3();
  sftp = await startSftp(path.join(folder, 'sftp'));
  ctx = await createTestContext({
    RAMAL_DATA: folder,
    RAMAL_BACKUP_FOLDER: path.join(folder, 'here'),
    RAMAL_PRIVATE_ORIGINS: '127.0.0.1',
  });
  admin = await person(ctx, { profile: 'admin' });
});
afterAll(async () => {
  await ctx.close();
  await Promise.all([s3.close(), sftp.close()]);
  await rm(folder, { recursive: true });
});

const as = () => ({ token: admin.token });
const view = async () => (await call(ctx, viewBackups, {}, as())).body;
const placeOf = async (type: string) => (await view()).places.find((place) => place.type === type);
const saveS3 = (type: 'remote_1' | 'remote_2', change: Record<string, unknown> = {}) =>
  call(
    ctx,
    saveBackupS3,
    {
      params: { type },
      body: {
        endpoint: `${s3.url}/`,
        region: s3.region,
        bucket: s3.bucket,
        access_key_id: s3.accessKeyId,
        secret_access_key: s3.secretAccessKey,
        ...change,
      },
    },
    as(),
  );
const saveSftp = (type: 'remote_1' | 'remote_2', change: Record<string, unknown> = {}) =>
  call(
    ctx,
    saveBackupSftp,
    {
      params: { type },
      body: {
        host: '127.0.0.1',
        port: sftp.port,
        username: sftp.username,
        password: sftp.password,
        folder: '/copias/',
        ...change,
      },
    },
    as(),
  );

describe('a bucket', () => {
  it('is rejected with the reason when its proof fails and nothing is saved', async () => {
    const wrong = await saveS3('remote_1', { secret_access_key: 'errada' });
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      422,
      'backup_remote_failed',
      'Recusa o acesso: a chave secreta não confere. Nada foi mudado.',
    ]);
    s3.spoilsNext = true;
    expect((await saveS3('remote_1')).body.message).toBe(
      'O que foi enviado voltou diferente. Nada foi mudado.',
    );
    expect(await placeOf('remote_1')).toBeUndefined();
    for (const [field, value] of [
      ['endpoint', 'ftp://exemplo.com'],
      ['endpoint', 'https://chave@exemplo.com'],
      ['bucket', 'Maiúsculo'],
      ['folder', '../fora'],
      ['secret_access_key', 'duas\nlinhas'],
    ])
      expect(Object.keys((await saveS3('remote_1', { [field!]: value })).body.fields!)).toEqual([
        field,
      ]);
  });

  it('is proven by writing, reading and deleting a file and its secret is stored encrypted', async () => {
    expect((await saveS3('remote_1', { folder: 'ramal' })).status).toBe(200);
    expect(s3.objects.size).toBe(0);
    expect(await placeOf('remote_1')).toMatchObject({
      kind: 's3',
      where: `${new URL(s3.url).host}/copias/ramal`,
      failure: null,
      locked_days: null,
    });
    const { rows } = await ctx.owner.query<{ all: string }>(
      `select (select string_agg(r::text, '') from backup_remotes r)
         || (select string_agg(e::text, '') from events e where kind like 'backup-remote%') as all`,
    );
    expect(rows[0]!.all).not.toContain(s3.secretAccessKey);
    expect(rows[0]!.all).toContain('copias/ramal');
    expect(JSON.stringify(await view())).not.toContain(s3.secretAccessKey);
  });

  it('is accepted when its key may not delete', async () => {
    s3.keepsAll = true;
    expect((await saveS3('remote_1')).status).toBe(200);
    expect((await placeOf('remote_1'))?.locked_days).toBe(0);
    s3.lockedDays = 30;
    await saveS3('remote_1');
    expect((await placeOf('remote_1'))?.locked_days).toBe(30);
    Object.assign(s3, { keepsAll: false, lockedDays: null });
    s3.objects.clear();
    await saveS3('remote_1');
  });
});

describe('a server', () => {
  it('must show the host key of the first connection or the given fingerprint', async () => {
    const other = `SHA256:${'b'.repeat(43)}`;
    expect((await saveSftp('remote_2', { fingerprint: other })).body.message).toContain(
      'mostrou outra chave',
    );
    expect((await saveSftp('remote_2')).status).toBe(200);
    expect(await placeOf('remote_2')).toMatchObject({
      kind: 'sftp',
      where: `127.0.0.1:${sftp.port} /copias`,
      fingerprint: sftp.fingerprint,
    });
    const byKey = { password: undefined, private_key: sftp.privateKey };
    expect((await saveSftp('remote_2', byKey)).status).toBe(200);
    expect(await readdir(path.join(folder, 'sftp/copias'))).toEqual([]);
  });

  it('needs a password or a readable private key', async () => {
    for (const [change, field] of [
      [{ password: undefined }, 'password'],
      [{ private_key: 'isto não é uma chave' }, 'private_key'],
    ] as const) {
      const refused = await saveSftp('remote_2', change);
      expect([refused.status, Object.keys(refused.body.fields!)]).toEqual([422, [field]]);
    }
  });
});

it('a remote store receives every copy with its checksum and an admin can download them', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  await call(ctx, saveBackupKey, { body: { recipient } }, as());
  const created = await makeBackup(ctx);
  if (created === 'no-key') throw new Error('there is a key');
  expect((await view()).last?.failure).toBeNull();
  const stored = await readFile(path.join(folder, 'here', created.file));
  const checksum = await readFile(path.join(folder, 'here', `${created.file}.sha256`));
  expect(s3.objects.get(created.file)!.equals(stored)).toBe(true);
  expect(s3.objects.get(`${created.file}.sha256`)!.equals(checksum)).toBe(true);
  const { local, remote_1, remote_2 } = await view();
  expect([local, remote_1, remote_2].map((files) => files.map(({ name }) => name))).toEqual(
    Array.from({ length: 3 }, () => [created.file]),
  );
  for (const file of [remote_1[0]!, remote_2[0]!]) {
    const { status, body } = await call(ctx, downloadBackup, { body: file }, as());
    expect([status, Buffer.from(body as Uint8Array).equals(stored)]).toEqual([200, true]);
  }
});

it('an unavailable store does not block the other and the screen shows it', async () => {
  ctx.clock.forward(60_000);
  sftp.breaksAfterWrites = 0;
  const created = await makeBackup(ctx);
  sftp.breaksAfterWrites = Infinity;
  if (created === 'no-key') throw new Error('there is a key');
  expect(s3.objects.has(created.file)).toBe(true);
  const { last } = await view();
  expect(last?.failure).toMatch(/^Servidor 2: /);
  await writeFile(path.join(folder, 'sftp/copias/x'), '');
});

it('a store that refuses deletion retains old backups without a failure', async () => {
  s3.keepsAll = true;
  s3.objects.set('ramal-2024-01-20-120000.tar.zst.age', Buffer.from('x'));
  s3.objects.set('ramal-2024-01-21-120000.tar.zst.age', Buffer.from('x'));
  ctx.clock.forward(60_000);
  await makeBackup(ctx);
  expect((await view()).last?.failure).toBeNull();
  expect(s3.objects.has('ramal-2024-01-20-120000.tar.zst.age')).toBe(true);
  s3.keepsAll = false;
});

it('removing a store keeps its files', async () => {
  const before = s3.objects.size;
  const forget = () => call(ctx, removeBackupRemote, { params: { type: 'remote_1' } }, as());
  expect((await forget()).status).toBe(200);
  expect([(await forget()).body.code, s3.objects.size]).toEqual([
    'backup_remote_not_found',
    before,
  ]);
  expect((await view()).places.map(({ type }) => type)).toEqual(['local', 'remote_2']);
});

it('a store that the operator configured cannot be changed on the screen', async () => {
  const named = { ...ctx.config, backupRemotes: [path.join(folder, 'disk'), undefined] };
  Object.assign(ctx.config, named);
  expect((await saveS3('remote_1')).body.code).toBe('backup_remote_is_folder');
  expect(await placeOf('remote_1')).toMatchObject({ kind: 'folder' });
});
