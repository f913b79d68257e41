/**
 * `npm run doctor` checks the installation and prints one table. The exit code is 1 if a check
 * failed.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { connectDatabase, createLogger, embeddedFolder } from './create-context.ts';
import { type Finding, diagnoseData, diagnoseMachine } from './diagnosis/diagnosis.ts';
import { systemClock } from './foundation/clock.ts';
import { type Config, readConfig } from './foundation/config.ts';
import { openDatabase } from './foundation/database.ts';
import { loadSecrets } from './foundation/secrets.ts';
import { explainFailure, orExplain } from './foundation/start/explain-failure.ts';

async function run(): Promise<number> {
  const config = readConfig({ RAMAL_LOG: 'silent', ...process.env });
  const findings = [...(await diagnoseMachine(config)), ...(await diagnoseDatabase(config))];
  process.stdout.write(`${toTable(findings)}\n`);
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}

/**
 * Checks the database. Returns a single row if the database does not exist yet or cannot be
 * reached.
 */
async function diagnoseDatabase(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(path.join(embeddedFolder(config), 'cluster')))
    return [
      { subject: 'Banco', state: 'warning', detail: 'ainda não existe: o primeiro início o cria' },
    ];
  const log = createLogger(config);
  try {
    const { ownerUrl, embedded, stop } = await connectDatabase(config, log);
    const db = openDatabase({ url: ownerUrl, connections: 2, pooled: config.databasePooled });
    try {
      const secrets = await loadSecrets(config.secret, config.dataFolder);
      const clock = systemClock(config.timeZone);
      return await diagnoseData({ config, db, clock, secrets, log, embedded }, ownerUrl);
    } finally {
      await db.close();
      await stop();
    }
  } catch (error) {
    return [{ subject: 'Banco', state: 'failed', detail: explainFailure(error) ?? String(error) }];
  }
}

const labels = { ok: 'certo', warning: 'atenção', failed: 'ERRO' } as const;

function toTable(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  return findings
    .map(
      ({ subject, state, detail }) =>
        `${subject.padEnd(width)}  ${labels[state].padEnd(7)}  ${detail}`,
    )
    .join('\n');
}

await orExplain(run);
