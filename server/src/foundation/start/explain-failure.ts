import { OperatorError } from './operator-error.ts';
/** Portuguese messages for the failures of a start or a command that an operator can remedy. */

/** Fields that Node and the PostgreSQL driver add to their errors. */
interface CodedError extends Error {
  readonly code?: string;
  readonly path?: string;
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
  readonly syscall?: string;
  readonly errors?: readonly unknown[];
}

type Sentence = (error: CodedError) => string;

const target = ({ address, hostname, port, path }: CodedError): string => {
  const host = hostname ?? address;
  return host ? `${host}${port ? `:${port}` : ''}` : (path ?? 'o servidor');
};

const noAnswer: Sentence = (error) =>
  `Nada responde em ${target(error)}: confira se o servidor está ligado e se o endereço está certo (DATABASE_URL, ou --from na restauração).`;
const unknownHost: Sentence = (error) =>
  `O nome ${target(error)} não existe ou o DNS não responde: confira o endereço (DATABASE_URL, ou --from na restauração).`;
const notAllowed: Sentence = ({ syscall, port, path }) =>
  syscall === 'listen' || syscall === 'bind'
    ? `A porta ${port} exige permissão de administrador: use em PORT uma acima de 1023, com um proxy na frente.`
    : `O usuário deste processo não pode gravar em ${path}: corrija o dono ou a permissão da pasta, ou escolha outra (RAMAL_DATA, RAMAL_BACKUP_FOLDER).`;
const fullDisk: Sentence = ({ path }) =>
  `O disco está cheio${path ? ` em ${path}` : ''}: libere espaço e tente de novo.`;
const missingFile: Sentence = (error) => {
  const { path, syscall } = error;
  if (syscall === 'connect') return noAnswer(error);
  if (syscall === 'mkdir')
    return `A pasta ${path} não pode ser criada neste lugar: escolha outra em RAMAL_DATA.`;
  return `${path ? `O arquivo ou a pasta ${path}` : 'Um arquivo ou programa'} não existe: confira o caminho.`;
};
const wrongLogin: Sentence = () =>
  'O PostgreSQL recusou o usuário ou a senha: confira DATABASE_URL e o pg_hba.conf do servidor.';
const noTls: Sentence = () =>
  'O servidor não fala TLS neste endereço: sem TLS, escreva s3+http:// em lugar de s3://, ou confira a porta.';
const badCertificate: Sentence = ({ code }) =>
  `O certificado do servidor não é aceito (${code}): instale um certificado válido para este nome.`;
const starting: Sentence = () =>
  'O PostgreSQL está iniciando ou parando: espere um momento e tente de novo.';

const sentences: Readonly<Record<string, Sentence>> = {
  EADDRINUSE: ({ port }) =>
    `A porta ${port} já está em uso: encerre o outro programa ou escolha outra porta em PORT ou RAMAL_PLAYER_PORT.`,
  EADDRNOTAVAIL: ({ address }) =>
    `O endereço ${address} não é desta máquina: corrija HOST, ou retire-o para atender em todos.`,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: ({ path }) =>
    `O disco de ${path} está montado só para leitura: escolha outra pasta em RAMAL_DATA.`,
  ENOTDIR: ({ path }) => `${path} não é uma pasta: escolha outra em RAMAL_DATA.`,
  EEXIST: ({ path }) => `${path} já existe e não é uma pasta: escolha outra em RAMAL_DATA.`,
  EISDIR: ({ path }) => `${path ?? 'O caminho'} é uma pasta: indique o arquivo dentro dela.`,
  ENOENT: missingFile,
  ENOSPC: fullDisk,
  EDQUOT: fullDisk,
  EMFILE: () => 'O limite de arquivos abertos é baixo: aumente-o com `ulimit -n 65536`.',
  ECONNREFUSED: noAnswer,
  ECONNRESET: noAnswer,
  EPIPE: noAnswer,
  ETIMEDOUT: noAnswer,
  EHOSTUNREACH: noAnswer,
  ENETUNREACH: noAnswer,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  CERT_HAS_EXPIRED: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  // Error codes of PostgreSQL.
  '28000': wrongLogin,
  '28P01': wrongLogin,
  '3D000': ({ message }) =>
    `O banco de DATABASE_URL não existe (${message}): crie-o com \`create database … encoding 'UTF8' template template0\`.`,
  '42501': ({ message }) =>
    message.includes('create database')
      ? 'O usuário de DATABASE_URL não pode criar bancos: dê-lhe esse direito com `alter role … createdb` e repita.'
      : `O usuário de DATABASE_URL não tem um direito que falta (${message}): torne-o dono do banco e das tabelas.`,
  '25006': () =>
    'O PostgreSQL de DATABASE_URL é uma réplica, que só lê: aponte para o servidor primário.',
  '53300': () =>
    'O PostgreSQL não aceita mais conexões: aumente max_connections ou encerre outros programas.',
  '53100': () =>
    'O disco do PostgreSQL está cheio: libere espaço nele e tente de novo; nada foi perdido.',
  '57P01': starting,
  '57P03': starting,
};

/** Error messages of the driver that have no code. */
const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /server does not support SSL/i,
    'O PostgreSQL não aceita TLS: retire sslmode de DATABASE_URL, ou ligue `ssl` no servidor.',
  ],
  [
    /timeout expired|timeout exceeded when trying to connect|Connection terminated/i,
    'A conexão com o PostgreSQL caiu ou demorou demais: confira se ele está ligado e a rede até DATABASE_URL.',
  ],
];

/**
 * Returns the message for an error by its code, its cause, or its text. Undefined for an unknown
 * error.
 */
export function explainCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const coded = error as CodedError;
  const inner = coded.errors?.[0] ?? coded.cause;
  const sentence = sentences[coded.code ?? ''];
  // If a name has several addresses, only the inner errors contain an address.
  if (sentence && coded.errors === undefined) return sentence(coded);
  return explainCode(inner) ?? byMessage.find(([pattern]) => pattern.test(error.message))?.[1];
}

/**
 * Returns the message of a failure that the operator can remedy; undefined for a defect of the
 * program.
 */
export function explainFailure(error: unknown): string | undefined {
  if (/No space left on device/i.test(error instanceof Error ? error.message : ''))
    return 'O disco está cheio: libere espaço na pasta RAMAL_DATA e tente de novo; nada foi perdido.';
  if (error instanceof OperatorError) return error.message;
  return explainCode(error);
}

/** Writes the message, or the stack of a defect, and returns the exit code of the command. */
export function reportFailure(error: unknown): number {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${explainFailure(error) ?? stack}\n`);
  return 1;
}

/** Runs a command to its end; a failure becomes one message and exit code 1. */
export async function orExplain(work: () => Promise<number>): Promise<void> {
  process.exitCode = await work().catch(reportFailure);
}
