/**
 * `npm run restore` restores a backup: a snapshot, or any moment since a base of the embedded
 * PostgreSQL. The former data is retained under another name, and the panel starts in quarantine.
 * The command also lists the backups of a backup store, and marks data that other tools restored.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  BackupError,
  explainBackupError,
  type BackupStore,
  type RecoveryTarget,
  type TrustedSigners,
  listStoredBackups,
  writeRestoreMarks,
  SOURCE_FORMS,
  installationSigner,
  openRestoreSource,
  planRecovery,
  readIdentities,
  readRemotes,
  readSigners,
  refuseWhileInUse,
  refuseWhileRunning,
  remoteStoreIds,
  restoreInPlace,
  restoreToMoment,
} from './backups/backups.ts';
import { connectDatabase, createLogger, embeddedFolder } from './create-context.ts';
import { parseLocalSecond } from './foundation/clock.ts';
import { type Config, readConfig } from './foundation/config.ts';
import { withCopying } from './foundation/copying.ts';
import { openDatabase } from './foundation/database.ts';
import { loadSecrets, secretsFromText } from './foundation/secrets.ts';
import { commandWithArguments } from './foundation/start/command-line.ts';
import { orExplain } from './foundation/start/explain-failure.ts';
import { OperatorError } from './foundation/start/operator-error.ts';

const command = commandWithArguments('restore');
const USAGE = `Uso:
  ${command} ARQUIVO --key CHAVE                     um backup desta máquina ou da pasta do painel
  ${command} NOME --from LUGAR --key CHAVE           um backup de outro lugar
  ${command} --until MOMENTO --from LUGAR --key CHAVE  até um segundo: 2026-11-20T13:31:58, ou end
  ${command} --list --from LUGAR                     os backups de um lugar
  ${command} --restored-until MOMENTO                depois de restaurar com outra ferramenta
LUGAR é remote_1, remote_2, ${SOURCE_FORMS};
RAMAL_REMOTE_SECRET é a chave secreta ou a senha dele, e --identity ARQUIVO uma chave de SSH.
CHAVE também diz a instalação que assina (ramal-sign-…); --unsigned aceita um arquivo de qualquer origem.
`;

const options = {
  key: { type: 'string' },
  unsigned: { type: 'boolean' },
  from: { type: 'string' },
  until: { type: 'string' },
  identity: { type: 'string' },
  list: { type: 'boolean' },
  'restored-until': { type: 'string' },
} as const;

interface RestoreArguments {
  readonly file: string | undefined;
  readonly key: string | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly identity: string | undefined;
  readonly list: boolean;
  readonly unsigned: boolean;
  readonly restoredUntil: string | undefined;
}

async function run(): Promise<number> {
  const args = readArguments();
  if (args?.file && !args.from) refuseFolder(args.file);
  const act = args && chooseAction(args);
  if (!act) {
    process.stderr.write(USAGE);
    return 2;
  }
  try {
    await act(readConfig({ RAMAL_LOG: 'warn', ...process.env }));
    return 0;
  } catch (error) {
    const sentence = explainBackupError(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\nNada mudou.\n`);
    return 1;
  }
}

function readArguments(): RestoreArguments | undefined {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length > 1) return undefined;
    return {
      file: positionals[0],
      key: values.key,
      from: values.from,
      until: values.until,
      identity: values.identity,
      list: values.list ?? false,
      unsigned: values.unsigned ?? false,
      restoredUntil: values['restored-until'],
    };
  } catch {
    return undefined;
  }
}

function chooseAction(args: RestoreArguments): ((config: Config) => Promise<void>) | undefined {
  const { file, key, from, until, list, restoredUntil } = args;
  if (restoredUntil) return (config) => markRestored(config, restoredUntil);
  if (list && from) return (config) => listPlace(config, args);
  if (until && from && key && !file) return (config) => toMoment(config, args, until);
  if (file && key && !until) return (config) => snapshot(config, args, file);
  return undefined;
}

/**
 * Returns the trusted signers: those in the key file, and the installation of this data folder.
 * With `--unsigned`, any backup is trusted.
 */
async function readTrusted(
  { secret, dataFolder }: Config,
  { key = '', unsigned }: RestoreArguments,
): Promise<TrustedSigners> {
  if (unsigned) return 'any';
  const named = readSigners(await readFile(key, 'utf8'));
  const master =
    secret ?? (await readFile(path.join(dataFolder, 'secret'), 'utf8').catch(() => ''));
  const here = master ? [installationSigner(secretsFromText(master)).publicKey] : [];
  if (named.length + here.length === 0)
    throw new BackupError(
      'refused',
      `${key} não diz a instalação que assina: acrescente a linha ramal-sign-… que o painel mostra, ou --unsigned se você sabe de onde a cópia vem.`,
    );
  return [...named, ...here];
}

/** Parses a time with an offset, or a local time in the panel's time zone. */
function parseMoment(text: string, { timeZone }: Config): Date {
  const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/.exec(text);
  const seconds = local && text.replace(' ', 'T').concat(local[1] ? '' : ':00');
  const at = seconds ? parseLocalSecond(seconds, timeZone) : new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new BackupError('refused', `${text} não é um momento: escreva como 2026-11-20T13:31:58.`);
  return at;
}

async function openSource(
  config: Config,
  { from = '', identity }: RestoreArguments,
): Promise<BackupStore> {
  const place = remoteStoreIds.find((id) => id === from);
  if (!place) return openRestoreSource(from, { secret: process.env.RAMAL_REMOTE_SECRET, identity });
  const database = await connectDatabase(config, createLogger(config));
  const db = openDatabase({ url: database.ownerUrl, connections: 1 });
  try {
    const secrets = await loadSecrets(config.secret, config.dataFolder);
    const remotes = await readRemotes({ db, config, secrets });
    const remote = remotes.find((candidate) => candidate.place === place);
    if (!remote)
      throw new BackupError('refused', `O lugar ${place} não está configurado neste painel.`);
    return remote.store;
  } finally {
    await db.close();
    await database.stop();
  }
}

async function listPlace(config: Config, args: RestoreArguments): Promise<void> {
  const store = await openSource(config, args);
  for (const { name, size } of await listStoredBackups(store)) say(`${name}  ${size} bytes`);
  try {
    const { base, reaches } = await planRecovery(store, 'end');
    say(`Qualquer segundo de ${base.endedAt.toISOString()} até ${reaches.toISOString()}`);
  } catch (error) {
    if (!(error instanceof BackupError && error.kind === 'unreachable-moment')) throw error;
    say(error.message);
  }
}

async function snapshot(config: Config, args: RestoreArguments, name: string): Promise<void> {
  const identities = await readIdentities(args.key);
  const trusted = await readTrusted(config, args);
  const store = args.from ? await openSource(config, args) : undefined;
  adviseBase(config, store ? await sizeIn(store, name) : statSync(findFile(config, name)).size);
  const database = await connectDatabase(config, createLogger(config));
  try {
    const done = await restoreInPlace({
      config,
      ownerUrl: database.ownerUrl,
      name: path.basename(name),
      source: await (store ? store.open(name) : createReadStream(findFile(config, name))),
      identities,
      trusted,
      onRows: (rows) => progress(`${rows} linhas`),
    });
    progress(`${done.rows} linhas`, true);
    say(
      `Restaurado: ${done.rows} linhas de tabela, de ${done.madeAt.toISOString()}; ${done.questions} perguntas respondidas certo.`,
      `O banco de antes fica guardado como ${done.former}.`,
      NEXT,
    );
  } finally {
    await database.stop();
  }
}

function refuseFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new OperatorError(`${file} é uma pasta: indique o arquivo do backup que está nela.`);
}

/**
 * Finds a backup file. A name without a folder is searched in the backup folder, because the screen
 * shows the command with only the name.
 */
function findFile({ backupFolder }: Config, file: string): string {
  if (existsSync(file)) return file;
  if (path.basename(file) !== file) throw new BackupError('refused', `${file} não existe.`);
  const stored = path.join(backupFolder, file);
  if (!existsSync(stored))
    throw new BackupError('refused', `${file} não está aqui nem em ${backupFolder}.`);
  return stored;
}

async function sizeIn(store: BackupStore, name: string): Promise<number> {
  const stored = await listStoredBackups(store);
  return stored.find((backup) => backup.name === name)?.size ?? 0;
}

/**
 * Size in bytes from which a base and its log are restored faster than a copy: about 300,000 lines.
 */
const LARGE_COPY_BYTES = 100_000_000;

function adviseBase({ databaseUrl }: Config, bytes: number): void {
  if (bytes < LARGE_COPY_BYTES) return;
  const megabytes = Math.round(bytes / 1e6);
  say(
    `Esta cópia tem ${megabytes} MB e volta linha por linha. Uma base com o seu log volta como arquivos, em uma fração do tempo: ` +
      (databaseUrl ? 'use os do seu PostgreSQL.' : 'use --until MOMENTO --from LUGAR.'),
  );
}

async function toMoment(config: Config, args: RestoreArguments, until: string): Promise<void> {
  if (config.databaseUrl)
    throw new BackupError(
      'refused',
      'Com DATABASE_URL, quem volta a um segundo são as ferramentas do seu PostgreSQL (veja docs/OPERATIONS.md).',
    );
  const identities = await readIdentities(args.key);
  const target: RecoveryTarget = until === 'end' ? 'end' : parseMoment(until, config);
  const store = await openSource(config, args);
  await stopUnused(config);
  const done = await restoreToMoment({
    config,
    store,
    identities,
    trusted: await readTrusted(config, args),
    target,
    onSegment: (number, total) => progress(`${number} de ${total} segmentos`),
  });
  progress('', true);
  say(
    `Restaurado até ${done.reached.toISOString()}; ${done.questions} perguntas respondidas certo.`,
    done.former
      ? `Os dados de antes ficam guardados em ${done.former}.`
      : 'Não havia dados aqui antes.',
    NEXT,
  );
}

/**
 * Stops an unused database server that is still running after Ramal was killed. Refuses if the
 * server is in use.
 */
async function stopUnused(config: Config): Promise<void> {
  const folder = embeddedFolder(config);
  if (!existsSync(path.join(folder, 'cluster'))) return;
  try {
    const database = await connectDatabase(config, createLogger(config));
    try {
      await withCopying({ url: database.ownerUrl }, refuseWhileInUse);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    say(`O PostgreSQL desta pasta não inicia: ${(error as Error).message}`);
  }
  refuseWhileRunning(folder);
}

/** Marks data that was restored by other means, so that the panel starts in quarantine. */
async function markRestored(config: Config, moment: string): Promise<void> {
  const madeAt = parseMoment(moment, config);
  const database = await connectDatabase(config, createLogger(config));
  try {
    await withCopying({ url: database.ownerUrl }, refuseWhileInUse);
    await writeRestoreMarks(database.ownerUrl, { file: 'restored by other tools', madeAt });
    say(`Os dados ficam marcados como de ${madeAt.toISOString()}.`, NEXT);
  } finally {
    await database.stop();
  }
}

const NEXT =
  'Inicie o Ramal: ele fica em quarentena até um administrador liberar no painel, e todos entram de novo.';

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function progress(text: string, isLast = false): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${text}${isLast ? '\n' : ''}`);
}

await orExplain(run);
