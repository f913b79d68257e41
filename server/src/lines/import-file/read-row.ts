/** Reads one row of a file by its column mapping, or says what is missing. */
import { foldText } from '@ramal/contract/rules/text';
import type { FilePlan } from '@ramal/contract/lines/line-import';
import { readListLink } from '@ramal/contract/rules/list-link';
import { whatsapp as whatsappField } from '@ramal/contract/api/fields';
import type { FileField } from '@ramal/contract/lines/line-import';
import type { ProductChoice } from '../product.ts';
import { readDueDay } from './due-day.ts';

/** The input of a batch's row: a customer to import. */
export interface FileCustomer {
  readonly username: string;
  readonly password: string;
  /** yyyy-mm-dd; undefined where none could be read. */
  readonly dueDay: string | undefined;
  readonly note: string;
  readonly whatsapp: string | null;
  readonly product: ProductChoice;
  /** Of the list's URL; undefined where there is none. */
  readonly host: string | undefined;
}

/** The platform's products, by the words a cell may have for them. */
export type OfferedColumns = ReadonlyMap<string, ProductChoice>;

export type RowRead =
  | { readonly customer: FileCustomer; readonly problem?: undefined }
  | { readonly customer: Partial<FileCustomer>; readonly problem: string };

const MOST_NOTE = 255;
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

/** The first problem of a row is the one that is shown. */
export function readRow(
  cells: readonly string[],
  { columns, due_date: dueForAll }: FilePlan,
  offered: OfferedColumns,
  { planForAll, timeZone }: { planForAll: ProductChoice | undefined; timeZone: string },
): RowRead {
  const cell = (field: FileField): string => {
    const index = columns[field];
    return index === undefined ? '' : (cells[index] ?? '');
  };
  const link = readListLink(cell('url'));
  const { list } = link;
  const username = cell('username') || list?.username.trim() || '';
  const password = cell('password') || list?.password || '';
  const due = cell('due');
  const dueDay = due === '' ? dueForAll : readDueDay(due, timeZone);
  const note = cell('note');
  const phone = whatsapp.safeParse(cell('whatsapp'));
  const named = cell('plan');
  const product = named === '' ? planForAll : offered.get(foldName(named));
  const read = { username, password, dueDay, note, host: list?.host };
  const problem = [
    (!username || !password) && cell('url') !== '' && !list && link.problem,
    !username && 'Falta o usuário.',
    !password && 'Falta a senha.',
    due === '' && dueForAll === undefined && 'Falta o vencimento.',
    dueDay === undefined && `«${shown(due)}» não é uma data: use 31/12/2026.`,
    note.length > MOST_NOTE && `A nota passa de ${MOST_NOTE} letras.`,
    !phone.success && `WhatsApp «${shown(cell('whatsapp'))}»: ${phone.error.issues[0]!.message}`,
    !product && (named === '' ? 'Falta o pacote.' : `O pacote «${shown(named)}» não existe.`),
  ].find((one) => one !== false);
  if (problem !== undefined || !phone.success || !product)
    return { customer: read, problem: problem || 'Esta linha não pôde ser lida.' };
  return { customer: { ...read, whatsapp: phone.data, product } };
}

const MOST_SHOWN = 40;
/** Cuts between characters: PostgreSQL stores no half of one. */
const shown = (text: string): string =>
  text.length > MOST_SHOWN ? `${Array.from(text).slice(0, MOST_SHOWN).join('')}…` : text;
