/**
 * `npm run rollback` returns to the release before the last upgrade, with the copy that was taken
 * before the upgrade. It prints which changes are removed, and starts the former release. If the
 * upgrade did not change the database, no copy exists and the data remains.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { version } from '@ramal/contract/version';
import { explainBackupError, refuseWhileInUse } from './backups/backups.ts';
import { connectDatabase, createLogger } from './create-context.ts';
import { type Config, readConfig } from './foundation/config.ts';
import { formatDateTime } from './foundation/clock.ts';
import { withCopying } from './foundation/copying.ts';
import { commandLine, commandWithArguments } from './foundation/start/command-line.ts';
import { orExplain } from './foundation/start/explain-failure.ts';
import { OperatorError } from './foundation/start/operator-error.ts';
import {
  type ChangesSince,
  type InstalledVersion,
  type StoredCopy,
  exchangeCluster,
  exchangeDatabase,
  findFormerVersion,
  listChangesSince,
  listCopies,
  readVersionFile,
  recordRollback,
} from './upgrades/upgrades.ts';

const USAGE = `Uso: ${commandWithArguments('rollback')} [--to PASTA] [--yes] [--no-start]
  --to PASTA   a pasta da versão anterior, se não é a que está registrada
  --yes        não pergunta antes de trocar os dados
  --no-start   não inicia a versão anterior no fim
`;

const options = {
  to: { type: 'string' },
  yes: { type: 'boolean' },
  'no-start': { type: 'boolean' },
} as const;

type Arguments = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function run(): Promise<number> {
  let args: Arguments;
  try {
    args = parseArgs({ options }).values;
  } catch {
    process.stderr.write(USAGE);
    return 2;
  }
  const config = readConfig({ RAMAL_LOG: 'warn', ...process.env });
  const recorded = await readVersionFile(config.dataFolder);
  const copy = (await listCopies(config.dataFolder)).find(({ toVersion }) => toVersion === version);
  if (!copy && !recorded?.former)
    throw new OperatorError(
      `Não há cópia de antes de uma atualização nesta pasta de dados: para voltar no tempo, use um backup (${commandLine('restore')}).`,
    );
  const wanted = copy ? copy.fromVersion : recorded!.former!.version;
  // A release that failed during its upgrade never became the current one, so the wanted release
  // may still be the current one.
  const releases = [recorded?.current, recorded?.former];
  const former = await findFormerVersion({
    version: wanted,
    recorded: releases.find((release) => release?.version === wanted) ?? null,
    folder: args.to,
  });
  if (copy) {
    if (!(await rollBack({ config, copy, former, asks: !args.yes }))) return 1;
    await recordRollback(config.dataFolder, former);
  } else
    say(`A versão ${version} não mudou o banco: a ${former.version} continua com todos os dados.`);
  if (!args['no-start']) return startVersion(config, former);
  say(`Pronto: inicie a versão ${former.version}, que está em ${former.folder}.`);
  return 0;
}

interface Rollback {
  readonly config: Config;
  readonly copy: StoredCopy;
  readonly former: InstalledVersion;
  /** False if the operator already confirmed. */
  readonly asks: boolean;
}

/** Returns false if the operator declined. */
async function rollBack(rollback: Rollback): Promise<boolean> {
  const { config, copy, former } = rollback;
  const database = await connectDatabase(config, createLogger(config));
  try {
    await withCopying({ url: database.ownerUrl }, refuseWhileInUse);
    explain(rollback, await listChangesSince(config, database.ownerUrl, copy));
    if (rollback.asks && !(await isConfirmed())) return false;
    if (copy.kind === 'snapshot')
      sayRetained(`no banco ${await exchangeDatabase(config, database.ownerUrl, copy)}`);
  } catch (error) {
    const sentence = explainBackupError(error);
    throw sentence === undefined ? error : new OperatorError(`${sentence} Nada mudou.`);
  } finally {
    await database.stop();
  }
  const exchanged = copy.kind === 'cluster' ? await exchangeCluster(config, copy) : undefined;
  if (exchanged) sayRetained(`em ${exchanged.former}`);
  if ((await runFormer(config, former, restoreArguments(copy))) === 0) return true;
  await exchanged?.undo();
  throw new OperatorError(
    exchanged
      ? `A versão ${former.version} não abriu a cópia. Os dados de agora voltaram ao seu lugar, e nada mudou.`
      : `A versão ${former.version} não abriu a cópia: renomeie de volta o banco acima, e nada se perdeu.`,
  );
}

const sayRetained = (place: string): void => say(`Os dados de agora ficam guardados ${place}.`);

function explain({ config, copy, former }: Rollback, changes: ChangesSince): void {
  const takenAt = formatDateTime(copy.takenAt, config.timeZone);
  say(`A versão ${former.version} volta com a cópia de ${takenAt}.`);
  if (changes.total === 0) return say('Nada mudou depois dela.');
  say(`Saem do painel as ${changes.total} alterações feitas depois dela:`);
  say(...changes.byTitle.map(({ title, count }) => `  ${count} × ${title}`));
  say(`A lista completa está em ${changes.file}.`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new OperatorError('Nada mudou: sem terminal, confirme com --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Escreva «sim» para voltar: ');
  terminal.close();
  if (answer.trim().toLowerCase() === 'sim') return true;
  say('Nada mudou.');
  return false;
}

/**
 * Returns the arguments with which the former release marks its data as restored, so that it starts
 * in quarantine.
 */
const restoreArguments = ({ takenAt }: StoredCopy): string[] => [
  'server/src/restore.ts',
  '--restored-until',
  takenAt.toISOString(),
];

function startVersion(config: Config, former: InstalledVersion): Promise<number> {
  const launcher = ['scripts/ramal.mjs', 'scripts/start.mjs'].find((file) =>
    existsSync(path.join(former.folder, file)),
  );
  say(`Iniciando a versão ${former.version}.`);
  return runFormer(config, former, [launcher ?? 'server/src/main.ts', 'start']);
}

/** Runs a program of the former release to its end and returns its exit code. */
async function runFormer(
  { dataFolder, backupFolder }: Config,
  { folder, node }: InstalledVersion,
  args: readonly string[],
): Promise<number> {
  const child = spawn(node, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, RAMAL_DATA: dataFolder, RAMAL_BACKUP_FOLDER: backupFolder },
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  // The exit code is also null if the program cannot be started, so this error needs no handling.
  child.on('error', () => undefined);
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

await orExplain(run);
