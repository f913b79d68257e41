/**
 * Tests sending e-mail through Debian's aiosmtpd, if it is installed, because other authors wrote
 * that server.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { saveMailRelay, sendTestEmail } from '@ramal/contract/messaging';
import { expect, it } from 'vitest';
import { person } from '../../../test/accounts.ts';
import { call, createTestContext } from '../../../test/context.ts';

const PYTHON = '/usr/bin/python3';

function hasAiosmtpd(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import aiosmtpd'], { stdio: 'ignore' });
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

function makeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
      .split(' ')
      .concat('-keyout', key, '-out', cert),
    { stdio: 'ignore' },
  );
  return { cert, key };
}

it.skipIf(!hasAiosmtpd())(
  'delivers a message to a real server over an encrypted connection',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'aiosmtpd-'));
    const { cert, key } = makeCertificate(folder);
    const port = await freePort();
    const mailbox = path.join(folder, 'mail');
    const server = spawn(
      PYTHON,
      `-m aiosmtpd -n -l 127.0.0.1:${port} -c aiosmtpd.handlers.Mailbox`
        .split(' ')
        .concat('--tlscert', cert, '--tlskey', key, mailbox),
      { stdio: 'ignore' },
    );
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, readFileSync(cert, 'utf8')]);
    const ctx = await createTestContext();
    try {
      await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(true);
      const { token } = await person(ctx, { profile: 'admin' });
      const relay = {
        host: 'localhost',
        port,
        security: 'starttls',
        from_address: 'avisos@marca.example',
        from_name: 'Marca Ação',
      };
      await call(ctx, saveMailRelay, { body: relay }, { token });
      const sent = await call(
        ctx,
        sendTestEmail,
        { body: { to: 'dono@marca.example' } },
        { token },
      );
      expect(sent.body).toMatchObject({ message: 'Mensagem de teste enviada' });
      const [file] = readdirSync(path.join(mailbox, 'new'));
      const raw = readFileSync(path.join(mailbox, 'new', file!), 'utf8');
      expect(raw).toContain('X-RcptTo: dono@marca.example');
      expect(raw).toMatch(/^Message-ID: <test-.*@marca\.example>$/m);
    } finally {
      tls.setDefaultCACertificates(trusted);
      await ctx.close();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
