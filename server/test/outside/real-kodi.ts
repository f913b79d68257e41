/**
 * A real Kodi without a screen, controlled by its JSON-RPC. Needs Debian's packages kodi, xvfb,
 * xauth, kodi-pvr-iptvsimple and kodi-pvr-stalker.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getFreePort } from '../free-port.ts';

type Addon = 'pvr.iptvsimple' | 'pvr.stalker';

export const hasKodi = (addon: Addon): boolean =>
  ['/usr/bin/kodi', '/usr/bin/xvfb-run', '/usr/bin/xauth', `/usr/share/kodi/addons/${addon}`].every(
    (file) => existsSync(file),
  );

export interface RealKodi {
  rpc<Result>(method: string, params?: object): Promise<Result>;
  log(): string;
  close(): Promise<void>;
}

const START_MS = 60_000;

export async function startRealKodi(
  addon: Addon,
  settings: Readonly<Record<string, string>>,
): Promise<RealKodi> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'ramal-kodi-'));
  const userdata = path.join(home, '.kodi/userdata');
  mkdirSync(path.join(userdata, 'addon_data', addon), { recursive: true });
  const port = await getFreePort();
  const web = 'services.webserver';
  writeSettings(path.join(userdata, 'guisettings.xml'), {
    [web]: 'true',
    [`${web}port`]: String(port),
    [`${web}authentication`]: 'false',
    [`${web}ssl`]: 'false',
    'general.addonupdates': '2',
  });
  writeSettings(path.join(userdata, 'addon_data', addon, 'settings.xml'), settings);
  const child = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 640x480x24', 'kodi', '--standalone', '--windowing=x11'],
    { env: { ...process.env, HOME: home }, stdio: 'ignore', detached: true },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const close = async () => {
    // The process group contains the virtual display and Kodi.
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const log = () => readFileSync(path.join(home, '.kodi/temp/kodi.log'), 'utf8');
  const rpc = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}/jsonrpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as { result: Result; error?: unknown };
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    const isReady = await rpc('Addons.SetAddonEnabled', { addonid: addon, enabled: true }).then(
      () => true,
      () => false,
    );
    if (isReady) return { rpc, log, close };
    await wait(500);
  }
  await close();
  throw new Error('Kodi did not start');
}

function writeSettings(file: string, settings: Readonly<Record<string, string>>): void {
  const rows = Object.entries(settings).map(
    ([id, value]) => `<setting id="${id}">${value.replaceAll('&', '&amp;')}</setting>`,
  );
  writeFileSync(file, `<settings version="2">${rows.join('')}</settings>`);
}
