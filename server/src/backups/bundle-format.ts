/**
 * A backup is tar, compressed with zstd, encrypted with age: `age -d -i KEY FILE | zstd -d | tar x`.
 * The entries stand in this order: the text for people, `start.json`, the tables in pieces, the files of
 * the data folder, `manifest.json`. One without a manifest was cut and counts for nothing.
 */
import { z } from 'zod';

export const FORMAT = 1;

export const README_ENTRY = 'LEIA-ME.txt';
export const START_ENTRY = 'start.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const SECRET_ENTRY = 'files/secret';

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

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  tables: z.record(z.string(), content.extend({ rows: z.int() })),
  files: z.record(z.string(), content),
  sequences: z.record(z.string(), z.object({ last: z.int(), called: z.boolean() })),
});
export type Manifest = z.output<typeof manifestSchema>;

export const README = `Este arquivo guarda tudo o que havia no banco de dados do Ramal em um momento.

start.json     quando foi feito, de que versão, as tabelas e suas colunas
tables/        uma pasta por tabela, com o texto de COPY do PostgreSQL em pedaços
files/         a chave mestra do servidor, sem a qual os segredos guardados não se leem
manifest.json  linhas, bytes e SHA-256 de cada tabela (dos pedaços juntos), e as sequências

Para restaurar: npm run restore -- ARQUIVO --key CHAVE
Para ler uma tabela sem o Ramal:
  age -d -i CHAVE ARQUIVO | zstd -d | tar x
  cat tables/lines/*.copy | psql -c "copy lines (COLUNAS) from stdin"
`;
