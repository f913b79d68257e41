/**
 * Defines the format of a backup: a tar archive, compressed with zstd and encrypted with age (`age
 * -d -i KEY FILE | zstd -d | tar x`). The entries have a fixed order: a README, `start.json`, the
 * tables in pieces, the files of the data folder, `manifest.json` and its signature. The manifest
 * contains the checksum of every entry. A file without a manifest is truncated and is rejected.
 */
import { z } from 'zod';

export const FORMAT = 1;

export const README_ENTRY = 'LEIA-ME.txt';
export const START_ENTRY = 'start.json';
export const MANIFEST_ENTRY = 'manifest.json';
/** Ed25519 signature over the bytes of the manifest. */
export const SIGNATURE_ENTRY = 'manifest.sig';
export const SECRET_ENTRY = 'files/secret';

/** Entries that only a base has: its first entry, and the folder with the cluster. */
export const BASE_ENTRY = 'base.json';
export const CLUSTER_FOLDER = 'cluster/';

/**
 * Size of a piece of a table in bytes. tar writes the size before the content, so a whole piece is
 * buffered in memory.
 */
export const PIECE_BYTES = 4 * 1024 * 1024;

export const pieceName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

/** Returns the table of an entry, or undefined if the entry is not a table. */
export const parseEntryTable = (entry: string): string | undefined =>
  /^tables\/([a-z0-9_]+)\/\d{6}\.copy$/.exec(entry)?.[1];

export const startSchema = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  server_version: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      /** Estimated number of rows. */
      estimate: z.number().optional(),
    }),
  ),
});
export type BundleStart = z.output<typeof startSchema>;

const content = z.object({ bytes: z.int(), sha256: z.string() });
export type Content = z.output<typeof content>;

/**
 * Checksums of all entries except the manifest and its signature. Undefined in files from releases
 * without signatures.
 */
const entries = z.record(z.string(), content).optional();

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  entries,
  tables: z.record(z.string(), content.extend({ rows: z.int() })),
  files: z.record(z.string(), content),
  sequences: z.record(z.string(), z.object({ last: z.int(), called: z.boolean() })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Content of `base.json`, the first entry of a base. */
export const baseSchema = z.object({
  format: z.literal(FORMAT),
  system: z.string(),
  server_version: z.string(),
  timeline: z.int(),
  /** First segment of the write-ahead log that a restore of this base needs. */
  segment: z.string(),
});
export type BaseStart = z.output<typeof baseSchema>;

/**
 * Last entry of a base: PostgreSQL's list of the files in the cluster, and the checksums of the
 * other entries.
 */
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
Para restaurar: ./ramal restore --from LUGAR --until MOMENTO --key CHAVE
`;

export const README = `Este arquivo guarda tudo o que havia no banco de dados do Ramal em um momento.

start.json     quando foi feito, de que versão, as tabelas e suas colunas
tables/        uma pasta por tabela, com o texto de COPY do PostgreSQL em pedaços
files/         a chave mestra do servidor, sem a qual os segredos guardados não se leem
manifest.json  bytes e SHA-256 de cada entrada, linhas de cada tabela, e as sequências
manifest.sig   a assinatura (Ed25519) da instalação sobre manifest.json

Para restaurar: ./ramal restore ARQUIVO --key CHAVE
Para ler uma tabela sem o Ramal:
  age -d -i CHAVE ARQUIVO | zstd -d | tar x
  cat tables/lines/*.copy | psql -c "copy lines (COLUNAS) from stdin"
`;
