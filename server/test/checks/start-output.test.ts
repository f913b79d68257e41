/** Tests the text lines that a first start prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getFreePort } from '../free-port.ts';

const main = path.resolve(import.meta.dirname, '../../src/main.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ramal-first-start-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

it('a first start prints the address, the account, the password and the next step', async () => {
  const port = await getFreePort();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: `${port}`,
      RAMAL_DATA: folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  try {
    await expect.poll(() => output, { timeout: 100_000 }).toContain('Próximo passo');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const file = path.join(folder, 'ramal.log');
  expect(output.trim().split('\n')).toEqual([
    'Conta: admin',
    expect.stringMatching(/^Senha: \S{12,} \(mostrada só desta vez\)$/),
    `O Ramal atende em http://localhost:${port} (registro em ${file})`,
    'Próximo passo: abra esse endereço, entre com essa conta e troque a senha.',
  ]);
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toContainEqual(expect.any(String));
}, 300_000);
