/**
 * Previews every row of a file as if all rows were imported one after another, by the rules of a
 * single import. Returns input, price and the reason of a rejection for each row, and writes
 * nothing.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Refusal, errorText } from '@ramal/contract/api/errors';
import type { FilePlan, FileResult } from '@ramal/contract/lines/line-import';
import { fromHundredths } from '@ramal/contract/rules/money';
import { type Platform, platforms } from '@ramal/contract/rules/platforms';
import { migrationHundredths } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import { countReasons } from '../../batches/batches.ts';
import { readBalance } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceUsedLimits, readAllUsage, readAccountLimits } from '../../limits/limits.ts';
import {
  type DueDay,
  NAME_TAKEN,
  refuseWrongAccess,
  validateDueDay,
} from '../create/import-line.ts';
import { toImporter, readExemptions } from '../change/exemptions.ts';
import type { ProductChoice } from '../product.ts';
import type { FileCells } from './file-rows.ts';
import { type DateReading, type FileCustomer, type OfferedColumns, readRow } from './read-row.ts';

export interface PreviewRow {
  readonly number: number;
  readonly customer: Partial<FileCustomer>;
  /** Empty if the row will be imported. */
  readonly reason: string;
  readonly hundredths: number;
}

interface PreviewOptions {
  readonly plan: FilePlan;
  readonly offered: OfferedColumns;
  /** Product for rows whose cells contain no product. */
  readonly planForAll: ProductChoice | undefined;
  readonly dates: DateReading;
}

/** Field names in refusals. The preview shows refusals by row rather than by field. */
export const importFields = { username: 'username', password: 'password', dueDay: 'due' } as const;

interface Readable {
  readonly number: number;
  readonly customer: FileCustomer;
  readonly due: DueDay;
}
type RefusedRow = PreviewRow;

interface PreviewedFile {
  readonly actor: Actor;
  readonly rows: readonly FileCells[];
  readonly checking: PreviewOptions;
}

export async function previewRows(
  ctx: AppContext,
  reader: Reader,
  { actor, rows, checking }: PreviewedFile,
): Promise<PreviewRow[]> {
  const platform = platforms[checking.plan.platform];
  const read: (Readable | RefusedRow)[] = [];
  for (const row of rows) {
    // Lets other requests run at intervals. Twenty thousand rows without a pause would block them.
    if (read.length % AT_ONCE === 0) await yieldToOthers();
    read.push(readAndCheck(ctx, platform, row, checking));
  }
  const readable = read.filter((row): row is Readable => 'due' in row);
  const customers = readable.map(({ customer }) => customer);
  const takenNames = await namesTaken(reader, platform, customers);
  const exempt = await readExemptions(reader, toImporter(ctx, actor), customers);
  const { limitRows } = await readAccountLimits(reader, actor);
  const start = await readAllUsage(reader, ctx, actor.id);
  let balance = (await readBalance(reader, actor.id)) ?? 0;
  const used = { ...start };
  const customersSeen = new Map<string, number>();

  return read.map((row) => {
    if (!('due' in row)) return row;
    const { number, customer, due } = row;
    const { username } = customer;
    const refused = (reason: string): PreviewRow => ({ number, customer, reason, hundredths: 0 });
    if (takenNames.has(username)) return refused(NAME_TAKEN);
    const before = customersSeen.get(username);
    if (before !== undefined)
      return refused(`Este usuário já está no arquivo, na linha ${before}.`);
    const exemption = exempt(customer);
    const hundredths = migrationHundredths(due.days, exemption.freeDays);
    const line = { platform: platform.key, isTrial: false };
    const full = reasonOf(() =>
      enforceUsedLimits(actor, { limitRows }, used, { line, hundredths }),
    );
    if (full !== undefined) return refused(full);
    if (hundredths > balance) return refused(NO_CREDITS);
    exemption.use();
    customersSeen.set(username, number);
    balance -= hundredths;
    used.lines += 1;
    used.hundredths += hundredths;
    return { number, customer, reason: '', hundredths };
  });
}

const AT_ONCE = 500;

const NO_CREDITS = errorText('insufficient_credits');

/** Reads a row and checks it without regard to the other rows. */
function readAndCheck(
  { clock }: AppContext,
  platform: Platform,
  { number, cells }: FileCells,
  { plan: mapping, offered, planForAll, dates }: PreviewOptions,
): Readable | RefusedRow {
  const { customer, problem } = readRow(cells, mapping, offered, {
    planForAll,
    dates,
  });
  if (problem !== undefined) return { number, customer, reason: problem, hundredths: 0 };
  let due: DueDay | undefined;
  const reason = reasonOf(() => {
    const input = { platform, fields: importFields };
    refuseWrongAccess(input, customer.username, customer.password);
    due = validateDueDay(clock, customer.dueDay, importFields.dueDay);
  });
  return due
    ? { number, customer, due }
    : { number, customer, reason: reason ?? '', hundredths: 0 };
}

function reasonOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return rowReason(error);
  }
}

/**
 * Returns the reason why a row is rejected, for the preview and the result. Throws any error that
 * is not a refusal.
 */
export function rowReason(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const [field] = Object.values(error.details.fields ?? {});
  return field ?? error.message;
}

async function namesTaken(
  reader: Reader,
  { key }: Platform,
  customers: readonly FileCustomer[],
): Promise<Set<string>> {
  const names = customers.map(({ username }) => username);
  const rows = await reader.many<{ username: string }>(sql`
    select username from lines where platform = ${key} and username = any(${names}::text[])`);
  return new Set(rows.map(({ username }) => username));
}

export function summarize(
  rows: readonly PreviewRow[],
  balance: number,
  dueOrder: FileResult['dueOrder'],
): FileResult {
  const refused = rows.filter(({ reason }) => reason !== '');
  const cost = rows.reduce((sum, { hundredths }) => sum + hundredths, 0);
  return {
    total: rows.length,
    ok: rows.length - refused.length,
    refused: refused.length,
    cost: fromHundredths(cost),
    balance: fromHundredths(balance),
    balanceAfter: fromHundredths(balance - cost),
    firstUnpaid: refused.find(({ reason }) => reason === NO_CREDITS)?.number ?? null,
    dueOrder,
    reasons: countReasons(refused.map(({ reason }) => ({ reason, count: 1 }))),
  };
}
