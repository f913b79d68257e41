/** A real nginx on a separate port. scripts/test-tools.mjs finds it or unpacks Debian's package. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const unpacked = path.resolve(import.meta.dirname, '../../../.setup/nginx/root/usr/sbin/nginx');

const binary = [process.env.RAMAL_NGINX, unpacked, '/usr/sbin/nginx'].find(
  (file) => file !== undefined && file !== '' && existsSync(file),
);

/** True if nginx was found. Otherwise only the calls of its adapter are tested. */
export const hasNginx = binary !== undefined;

export interface RealNginx {
  readonly url: string;
  close(): Promise<void>;
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

/**
 * Starts nginx, which serves a playlist and a segment of stream 1. For each request it calls
 * `callback`, as OPERATIONS describes.
 */
export async function startRealNginx(callback: string): Promise<RealNginx> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ramal-nginx-'));
  const streams = path.join(folder, 'streams');
  mkdirSync(path.join(streams, '1'), { recursive: true });
  writeFileSync(path.join(streams, '1', 'index.m3u8'), '#EXTM3U\n7.ts\n');
  writeFileSync(path.join(streams, '1', '7.ts'), 'segment');
  const port = await freePort();
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, configOf({ folder, streams, port, callback }));
  const child = spawn(binary!, ['-p', folder, '-c', config, '-e', path.join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${url}/alive`).catch(() => undefined)) return { url, close };
    await wait(100);
  }
  await close();
  throw new Error('nginx did not start');
}

interface Settings {
  readonly folder: string;
  readonly streams: string;
  readonly port: number;
  readonly callback: string;
}

const configOf = ({ folder, streams, port, callback }: Settings): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location = /alive { return 204; }
    location /hls/ {
      auth_request /_ramal;
      alias ${streams}/;
    }
    location = /_ramal {
      internal;
      proxy_pass ${callback};
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header X-Original-URI $request_uri;
      proxy_set_header X-Real-IP $remote_addr;
    }
  }
}
`;
