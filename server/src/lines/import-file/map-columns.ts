/**
 * Guesses which field each column of a file contains. Known titles in Portuguese and English
 * decide. Without such titles, the values decide.
 */
import { foldText } from '@ramal/contract/rules/text';
import type { FieldColumns, FileField } from '@ramal/contract/lines/line-import';
import { readListAddress } from '@ramal/contract/rules/list-link';
import { dayOrders, readWrittenDate } from '@ramal/contract/rules/written-dates';
import type { FileCells } from './file-rows.ts';

interface Guess {
  readonly hasHeader: boolean;
  readonly columns: FieldColumns;
}

/** Titles that people and panels use, as `foldTitle` converts them. */
const titles: Record<FileField, string> = {
  username: 'usuario user username login nomedeusuario usuarioiptv logins',
  password: 'senha password pass pwd senhas',
  due:
    'vencimento vence venceem datadevencimento datavencimento validade expiry expdate expires ' +
    'expiresat expiration expirationdate expira expiraem endtime duedate',
  note:
    'nota notas observacao observacoes obs anotacao anotacoes nome cliente nomedocliente name ' +
    'note notes comentario resellernotes',
  whatsapp: 'whatsapp zap telefone celular fone phone contato tel',
  plan: 'pacote pacotes plano package packages plan produto product',
  url: 'url lista link m3u m3u8 listam3u linkm3u playlist m3uurl',
};

const fieldOf = new Map(
  Object.entries(titles).flatMap(([field, words]) =>
    words.split(' ').map((word) => [word, field as FileField] as const),
  ),
);

/**
 * Returns a title in lower case, with letters and digits only: «Data de Vencimento» ->
 * `datadevencimento`.
 */
const foldTitle = (title: string): string => foldText(title).replace(/[^a-z0-9]/g, '');

/** Maximum number of rows examined if titles do not identify the columns. */
const SAMPLED_ROWS = 30;

export function guessColumns(rows: readonly FileCells[]): Guess {
  const columns = byTitle(rows[0]?.cells ?? []);
  if (Object.keys(columns).length > 0) return { hasHeader: true, columns };
  return { hasHeader: false, columns: byContent(rows.slice(0, SAMPLED_ROWS)) };
}

const HEADER_WITHIN = 10;

/**
 * Drops rows above the header, such as a title, a date or blank lines. The header is the first row
 * with two known titles; a customer's row never contains two.
 */
export function fromHeader(rows: readonly FileCells[]): readonly FileCells[] {
  const at = rows.slice(0, HEADER_WITHIN).findIndex(isHeader);
  return at > 0 ? rows.slice(at) : rows;
}

/**
 * Returns true if the row contains at least two known titles. A customer's row may contain a value
 * that equals one title, but not two.
 */
export const isHeader = ({ cells }: FileCells): boolean => Object.keys(byTitle(cells)).length > 1;

/**
 * Maps fields to columns by their titles. If two columns have the same title, the first one counts.
 */
function byTitle(cells: readonly string[]): FieldColumns {
  const columns: FieldColumns = {};
  for (const [index, title] of cells.entries()) {
    const field = fieldOf.get(foldTitle(title));
    if (field) columns[field] ??= index;
  }
  return columns;
}

/** True if the cell is a date. Plain numbers are user names rather than dates. */
const isDay = (cell: string): boolean =>
  !/^\d+([.,]\d+)?$/.test(cell) && dayOrders.some((order) => readWrittenDate(cell, order));

/**
 * Recognizes URLs and dates by their values. Without a URL, the first two remaining columns are
 * user name and password.
 */
function byContent(rows: readonly FileCells[]): FieldColumns {
  const width = rows[0]?.cells.length ?? 0;
  const indexes = Array.from({ length: width }, (_, index) => index);
  const holding = (is: (cell: string) => boolean): number | undefined =>
    indexes.find((index) => {
      const filled = rows.map(({ cells }) => cells[index]!).filter((cell) => cell !== '');
      return filled.length > 0 && filled.every(is);
    });
  const url = holding((cell) => readListAddress(cell) !== undefined);
  const due = holding(isDay);
  const [username, password] = indexes.filter((index) => index !== url && index !== due);
  return {
    ...(url === undefined ? {} : { url }),
    ...(due === undefined ? {} : { due }),
    ...(url === undefined && password !== undefined ? { username, password } : {}),
  };
}
