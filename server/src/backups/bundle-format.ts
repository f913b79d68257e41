/**
 * A backup is tar, compressed with zstd, encrypted with age: `age -d -i KEY FILE | zstd -d | tar x`.
 * The entries stand in this order: the text for people, `start.json`, the tables in pieces, the files of
 * the data folder, `manifest.json` with the checksum of every entry, and its signature. A file without a manifest
 * was cut and is refused.
 */
import { z } from 'zod';

export const FORMAT = 1;

export const README_ENTRY = 'LEIA-ME.txt';
export const START_ENTRY = 'start.json';
export const MANIFEST_ENTRY = 'manifest.json';
/** Ed25519 signature over the bytes of the manifest. */
export const SIGNATURE_ENTRY = 'manifest.sig';
export const SECRET_ENTRY = 'files/secret';

/** Of a base: the first entry, and the folder with the cluster. */
export const BASE_ENTRY = 'base.json';
export const CLUSTER_FOLDER = 'cluster/';

/** Rows wait in memory until a piece is full, since tar tells the size before the bytes. */
export const PIECE_BYTES = 4 * 1024 * 1024;

export const pieceName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

/** The table of an entry, or undefined where it is something else. */
export const tableOf = (entry: string): string | undefined =>
  /^tables\/([a-z0-9_]+)\/\d{6}\.copy$/.exec(entry)?.[1];

export const startSchema = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  server_version: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
});
export type BundleStart = z.output<typeof startSchema>;

const content = z.object({ bytes: z.int(), sha256: z.string() });
export type Content = z.output<typeof content>;

/** Every entry but the manifest and its signature. Undefined in files from before signatures. */
const entries = z.record(z.string(), content).optional();

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  entries,
  tables: z.record(z.string(), content.extend({ rows: z.int() })),
  files: z.record(z.string(), content),
  sequences: z.record(z.string(), z.object({ last: z.int(), called: z.boolean() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What a base begins with. */
export const baseSchema = z.object({
  format: z.literal(FORMAT),
  system: z.string(),
  server_version: z.string(),
  timeline: z.int(),
  /** The first segment of the write-ahead log that is needed with it. */
  segment: z.string(),
});
export type BaseStart = z.output<typeof baseSchema>;

/** Last entry of a base: PostgreSQL's own list of the files in the cluster, and the entries outside of it. */
export const baseManifestSchema = z.object({
  format: z.literal(FORMAT),
  entries,
  ended_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type BaseManifest = z.output<typeof baseManifestSchema>;

export const BASE_README = `Este arquivo guarda os arquivos do PostgreSQL do Ramal, copiados enquanto ele trabalhava.

base.json      de que servidor e versão, e o primeiro segmento do WAL de que precisa
files/         a chave mestra do servidor, sem a qual os segredos guardados não se leem
cluster/       a pasta do PostgreSQL
manifest.json  bytes e SHA-256 de cada arquivo
manifest.sig   a assinatura (Ed25519) da instalação sobre manifest.json

Sozinho não se abre: precisa dos segmentos do WAL, na pasta wal/ ao lado da sua.
Para restaurar: npm run restore -- --from LUGAR --until MOMENTO --key CHAVE
`;

export const README = `Este arquivo guarda tudo o que havia no banco de dados do Ramal em um momento.

start.json     quando foi feito, de que versão, as tabelas e suas colunas
tables/        uma pasta por tabela, com o texto de COPY do PostgreSQL em pedaços
files/         a chave mestra do servidor, sem a qual os segredos guardados não se leem
manifest.json  bytes e SHA-256 de cada entrada, linhas de cada tabela, e as sequências
manifest.sig   a assinatura (Ed25519) da instalação sobre manifest.json

Para restaurar: npm run restore -- ARQUIVO --key CHAVE
Para ler uma tabela sem o Ramal:
  age -d -i CHAVE ARQUIVO | zstd -d | tar x
  cat tables/lines/*.copy | psql -c "copy lines (COLUNAS) from stdin"
`;
