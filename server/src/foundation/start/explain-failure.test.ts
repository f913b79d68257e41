/**
 * Tests that a failure that the operator can remedy is reported as one message with the remedy and
 * without a stack.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';
import { explainFailure } from './explain-failure.ts';

const PLACE_KEY = `rmp_${'0'.repeat(10)}_${'A'.repeat(43)}`;

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: as Node writes it`), { code, ...more });

describe('message for a failed start', () => {
  it.each([
    [coded('EADDRINUSE', { port: 8080 }), 'escolha outra porta em PORT'],
    [coded('EACCES', { syscall: 'listen', port: 80 }), 'A porta 80 exige permissão'],
    [coded('EACCES', { syscall: 'mkdir', path: '/srv/dados' }), 'não pode gravar em /srv/dados'],
    [coded('ENOSPC', { path: '/srv/dados' }), 'O disco está cheio em /srv/dados'],
    [coded('ECONNREFUSED', { address: '10.0.0.5', port: 5432 }), 'Nada responde em 10.0.0.5:5432'],
    [coded('ENOTFOUND', { hostname: 'banco.exemplo' }), 'O nome banco.exemplo não existe'],
    [coded('28P01'), 'recusou o usuário ou a senha'],
    [coded('25006'), 'é uma réplica'],
    [coded('42501'), 'torne-o dono do banco'],
    [
      Object.assign(new Error('permission denied to create database'), { code: '42501' }),
      'alter role … createdb',
    ],
    [new Error('outer', { cause: coded('ECONNREFUSED', { address: '::1', port: 9 }) }), '::1:9'],
    [
      Object.assign(new AggregateError([coded('ECONNREFUSED', { address: '::1', port: 5432 })]), {
        code: 'ECONNREFUSED',
      }),
      'Nada responde em ::1:5432',
    ],
  ])('explains %s', (error, sentence) => {
    expect(explainFailure(error)).toContain(sentence);
  });

  it('is missing for a defect of the program, which shows its stack', () => {
    expect(explainFailure(new TypeError('x is not a function'))).toBeUndefined();
  });
});

describe('a command ends with one sentence and exit code 1', () => {
  let folder: string;
  let key: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-explained-'));
    key = path.join(folder, 'key');
    const { generateIdentity } = await import('age-encryption');
    await writeFile(key, await generateIdentity());
  });
  afterAll(() => rm(folder, { recursive: true }));
  const away = 'postgresql://dono:senha@127.0.0.1:9/ramal';

  it.each([
    ['main.ts', [], 'Nada responde em 127.0.0.1:9'],
    ['admin.ts', ['reset', 'admin'], 'Nada responde em 127.0.0.1:9'],
    ['restore.ts', ['--restored-until', '2026-11-20T13:31:58'], 'Nada responde em 127.0.0.1:9'],
    ['restore.ts', ['FOLDER'], 'é uma pasta: indique o arquivo'],
    ['restore.ts', ['FOLDER', '--key', 'KEY'], 'é uma pasta: indique o arquivo'],
    ['restore.ts', ['--list', '--from', 's3://chave@HTTP/balde'], 's3+http://'],
    ['probe-agent.ts', [], 'RAMAL_TIMEZONE'],
  ] as const)(
    '%s %o',
    async (file, args, sentence) => {
      const plain = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
      await new Promise((resolve) => plain.once('listening', resolve));
      const { port } = plain.address() as AddressInfo;
      const values: Record<string, string> = { FOLDER: folder, KEY: key };
      const { code, errors } = await runCommand(
        file,
        args.map((arg) => values[arg] ?? arg.replace('HTTP', `127.0.0.1:${port}`)),
        {
          RAMAL_DATA: path.join(folder, 'data'),
          PORT: '0',
          DATABASE_URL: away,
          RAMAL_REMOTE_SECRET: 'segredo',
          ...(file === 'probe-agent.ts' ? { RAMAL_TIMEZONE: 'Lua' } : {}),
          RAMAL_PROBE_URL: 'http://127.0.0.1:9',
          RAMAL_PROBE_KEY: PLACE_KEY,
        },
      );
      plain.close();
      expect(errors).toContain(sentence);
      expect(errors.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
    },
    60_000,
  );
});
