/** Checks the parts of the machine that need no database: ports, disk, clock and time zone. */
import { existsSync } from 'node:fs';
import { formatDateTime } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { explainCode } from '../foundation/start/explain-failure.ts';
import { findPortError } from '../foundation/start/handover.ts';
import { readFreeBytes } from '../foundation/start/start-checks.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

type Result = Promise<Omit<Finding, 'subject'>>;

export async function checkPorts({ host, port, playerPort, dataFolder }: Config): Result {
  const ports = [...new Set([port, playerPort])];
  for (const each of ports) {
    const error = await findPortError({ host, port: each }, dataFolder);
    if (error) return failed(explainCode(error) ?? error.message);
  }
  return passed(`${ports.join(' e ')}: livres, ou já servidas por este Ramal`);
}

const GIGABYTE = 1024 ** 3;
const LOW_BYTES = 2 * GIGABYTE;
const FULL_BYTES = 0.25 * GIGABYTE;

export async function checkDisk({ dataFolder, backupFolder }: Config): Result {
  const folders = [...new Set([dataFolder, backupFolder])].filter((folder) => existsSync(folder));
  const sizes = await Promise.all(folders.map(readFreeBytes));
  const least = Math.min(...sizes);
  const detail = folders
    .map((folder, place) => `${gigabytes(sizes[place]!)} livres em ${folder}`)
    .join('; ');
  if (folders.length === 0) return warned(`a pasta ${dataFolder} ainda não existe`);
  if (least < FULL_BYTES) return failed(`${detail}: libere espaço, as vendas vão parar`);
  return least < LOW_BYTES ? warned(`${detail}: libere espaço`) : passed(detail);
}

const gigabytes = (bytes: number): string =>
  `${(bytes / GIGABYTE).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB`;

const REQUEST_MS = 5_000;
/**
 * Maximum difference of the clock in seconds. Authenticator codes and signed requests fail with a
 * much larger difference.
 */
const MAX_SKEW_S = 30;

/**
 * Compares the clock with the `Date` header of a reference server. If no reference server answers,
 * compares it with the clock of the database.
 */
export async function checkClock(
  { probeReferences, timeZone }: Config,
  databaseNow: Date | undefined,
): Result {
  const reference = (await readReferenceTime(probeReferences)) ?? databaseNow;
  const now = formatDateTime(new Date(), timeZone);
  if (!reference) return warned(`${now}, não conferido: nenhuma referência respondeu`);
  const seconds = Math.round(Math.abs(Date.now() - reference.getTime()) / 1000);
  return seconds <= MAX_SKEW_S
    ? passed(`${now}, a ${seconds} s da referência`)
    : failed(`${now}, a ${seconds} s da referência: ligue o NTP (timedatectl set-ntp true)`);
}

async function readReferenceTime(urls: readonly string[]): Promise<Date | undefined> {
  for (const url of urls) {
    const response = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(REQUEST_MS),
    }).catch(() => undefined);
    const at = new Date(response?.headers.get('date') ?? '');
    if (!Number.isNaN(at.getTime())) return at;
  }
  return undefined;
}

export async function checkTimeZone({ timeZone }: Config): Result {
  const name = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  return passed(`${timeZone} (${name}): vencimentos e limites do dia usam este fuso`);
}
