/** Checks the whole installation for `npm run doctor`. Returns one row for each subject. */
import { listBackups } from '../backups/backups.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Config } from '../foundation/config.ts';
import { explainFailure } from '../foundation/start/explain-failure.ts';
import { checkBackups } from './check-backups.ts';
import { checkKey, checkSchema, checkSettings, readSettings } from './check-database.ts';
import { checkClock, checkDisk, checkPorts, checkTimeZone } from './check-machine.ts';
import { checkAddress, checkCertificate, checkMail, probePublicAddress } from './check-outside.ts';
import { type Finding, failed } from './finding.ts';

export type { Finding } from './finding.ts';

type Check = () => Promise<Omit<Finding, 'subject'>> | Omit<Finding, 'subject'>;

/**
 * Runs all checks. If a check throws, adds a failed row, so that the other rows are still shown.
 */
async function runChecks(checks: readonly (readonly [string, Check])[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [subject, check] of checks)
    try {
      findings.push({ subject, ...(await check()) });
    } catch (error) {
      findings.push({ subject, ...failed(explainFailure(error) ?? String(error)) });
    }
  return findings;
}

export const diagnoseMachine = (config: Config): Promise<Finding[]> =>
  runChecks([
    ['Portas', () => checkPorts(config)],
    ['Disco', () => checkDisk(config)],
    ['Fuso horário', () => checkTimeZone(config)],
  ]);

export async function diagnoseData(ctx: AppContext, ownerUrl: string): Promise<Finding[]> {
  const { config, db } = ctx;
  const settings = await readSettings(db);
  const address = await probePublicAddress(ctx);
  return runChecks([
    ['Relógio', () => checkClock(config, config.databaseUrl ? settings.now : undefined)],
    ['Banco', () => checkSettings(settings)],
    ['Esquema', () => checkSchema(ownerUrl)],
    ['Chave mestra', () => checkKey(config, db)],
    ['Endereço', () => checkAddress(config.publicUrl, address)],
    ['TLS', () => checkCertificate(config.publicUrl, address, new Date())],
    ['E-mail', () => checkMail(ctx)],
    ['Backups', async () => checkBackups(await listBackups(ctx), new Date())],
  ]);
}
