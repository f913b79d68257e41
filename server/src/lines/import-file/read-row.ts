/** Reads one row of a file by its column mapping, or returns the problem of the row. */
import { foldText } from '@ramal/contract/rules/text';
import type { FilePlan } from '@ramal/contract/lines/line-import';
import { readListLink } from '@ramal/contract/rules/list-link';
import { whatsapp as whatsappField } from '@ramal/contract/api/contact-fields';
import { type FileField, fileFields } from '@ramal/contract/lines/line-import';
import {
  type DayOrder,
  dependsOnOrder,
  readWrittenDate,
} from '@ramal/contract/rules/written-dates';
import { parseWrittenDay } from '../written-day.ts';
import type { ProductChoice } from '../product.ts';
import { MERGED_ABOVE, hasLostDigits, withoutThousands } from './sheet-text.ts';

/** Input of a batch row: a customer to import. */
export interface FileCustomer {
  readonly username: string;
  readonly password: string;
  /** yyyy-mm-dd; undefined if it could not be read. */
  readonly dueDay: string | undefined;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly product: ProductChoice;
  /** Host of the list's URL; undefined if the row has no URL. */
  readonly host: string | undefined;
}

/** Products of the platform. The keys are the texts by which a cell may name the product. */
export type OfferedColumns = ReadonlyMap<string, ProductChoice>;

/**
 * Settings for reading the dates of a file. The order of day and month is decided once for the
 * whole column.
 */
export interface DateReading {
  readonly order: DayOrder | 'undecided';
  readonly timeZone: string;
}

type RowRead =
  | { readonly customer: FileCustomer; readonly problem?: undefined }
  | { readonly customer: Partial<FileCustomer>; readonly problem: string };

const MAX_NOTE_LENGTH = 255;
const whatsapp = whatsappField();

export const offeredColumns = (
  plans: readonly { readonly id: number; readonly name: string }[],
  choiceOf: (id: number) => ProductChoice,
): OfferedColumns =>
  new Map([
    ...plans.map(({ id }) => [String(id), choiceOf(id)] as const),
    ...plans.map(({ id, name }) => [foldName(name), choiceOf(id)] as const),
  ]);

const foldName = (name: string): string => foldText(name).trim();

/** Returns the customer of a row, and the first problem if there is one. */
export function readRow(
  cells: readonly string[],
  { columns, dueDate: dueForAll }: FilePlan,
  offered: OfferedColumns,
  { planForAll, dates }: { planForAll: ProductChoice | undefined; dates: DateReading },
): RowRead {
  const cell = (field: FileField): string => {
    const index = columns[field];
    return index === undefined ? '' : (cells[index] ?? '');
  };
  const link = readListLink(cell('url'));
  const { list } = link;
  const username = withoutThousands(cell('username')) || list?.username.trim() || '';
  const password = cell('password') || list?.password || '';
  const due = cell('due');
  const dueDay = due === '' ? dueForAll : readDueDay(due, dates);
  const note = cell('note');
  const phone = whatsapp.safeParse(cell('whatsapp'));
  const named = cell('plan');
  const product = named === '' ? planForAll : offered.get(foldName(named));
  const read = { username, password, dueDay, note, host: list?.host };
  const problem = [
    sheetProblem(fileFields.map(cell)),
    (!username || !password) && cell('url') !== '' && !list && link.problem,
    !username && 'Falta o usuário.',
    !password && 'Falta a senha.',
    due === '' && dueForAll === undefined && 'Falta o vencimento.',
    due !== '' && dueDay === undefined && dateProblem(due, dates),
    note.length > MAX_NOTE_LENGTH && `A nota passa de ${MAX_NOTE_LENGTH} letras.`,
    !phone.success && `WhatsApp «${shown(cell('whatsapp'))}»: ${phone.error.issues[0]!.message}`,
    !product && (named === '' ? 'Falta o pacote.' : `O pacote «${shown(named)}» não existe.`),
  ].find((reason) => reason !== false);
  if (problem !== undefined || !phone.success || !product)
    return { customer: read, problem: problem || 'Esta linha não pôde ser lida.' };
  return { customer: { ...read, whatsapp: phone.data, product } };
}

/**
 * Returns a problem that the spreadsheet caused. This check comes first, because such a problem is
 * the cause of later ones.
 */
function sheetProblem(cells: readonly string[]): string | false {
  if (cells.includes(MERGED_ABOVE)) return 'A célula está mesclada com a de cima.';
  const lost = cells.find(hasLostDigits);
  return (
    lost !== undefined &&
    `«${shown(lost)}» perdeu algarismos na planilha: formate a coluna como texto.`
  );
}

/** Returns the due day in the installation's time zone; undefined if it cannot be read. */
function readDueDay(due: string, { order, timeZone }: DateReading): string | undefined {
  if (order === 'undecided' && isOfNumbers(due)) return undefined;
  return parseWrittenDay(due, order === 'undecided' ? 'dmy' : order, timeZone);
}

const isOfNumbers = (due: string): boolean =>
  dependsOnOrder(due) ||
  (readWrittenDate(due, 'dmy') === undefined) !== (readWrittenDate(due, 'mdy') === undefined);

function dateProblem(due: string, { order }: DateReading): string {
  if (order === 'undecided' && isOfNumbers(due))
    return `«${shown(due)}»: escolha se as datas do arquivo são dia/mês ou mês/dia.`;
  if (order === 'mdy' && readWrittenDate(due, 'dmy'))
    return `«${shown(due)}» não é uma data em mês/dia.`;
  if (order === 'dmy' && readWrittenDate(due, 'mdy'))
    return `«${shown(due)}» não é uma data em dia/mês.`;
  return `«${shown(due)}» não é uma data: use 31/12/2026.`;
}

const MAX_SHOWN = 40;
/** Cuts between characters, because PostgreSQL cannot store half of a surrogate pair. */
const shown = (text: string): string =>
  text.length > MAX_SHOWN ? `${Array.from(text).slice(0, MAX_SHOWN).join('')}…` : text;
