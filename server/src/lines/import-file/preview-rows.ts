/**
 * Judges every row of a file as if all were brought one after the other, by the rules one line is brought
 * by: what each asks, what it costs, and why it will not come. Nothing is written.
 */
import { setImmediate as letOthers } from 'node:timers/promises';
import { Refusal } from '@ramal/contract/errors';
import type { FilePlan, FileVerdict } from '@ramal/contract/line-import';
import { fromHundredths } from '@ramal/contract/money';
import { type Platform, platforms } from '@ramal/contract/platforms';
import { migrationHundredths } from '@ramal/contract/terms';
import sql from 'sql-template-tag';
import { readBalance } from '../../credits/credits.ts';
import type { Actor } from '../../foundation/caller.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceUsedLimits, readEveryUse, readLimitsOf } from '../../limits/limits.ts';
import { type DueDay, validateDueDay, refuseWrongAccess } from '../create/import-line.ts';
import { readExemptions } from '../change/exemptions.ts';
import type { ProductChoice } from '../product.ts';
import type { FileCells } from './file-rows.ts';
import { type FileCustomer, type OfferedColumns, readRow } from './read-row.ts';

export interface PreviewRow {
  readonly number: number;
  readonly customer: Partial<FileCustomer>;
  /** Empty where it will be brought. */
  readonly reason: string;
  readonly hundredths: number;
}

export interface PreviewOptions {
  readonly plan: FilePlan;
  readonly offered: OfferedColumns;
  /** For rows that name none. */
  readonly planForAll: ProductChoice | undefined;
}

/** How refusals name what is wrong: they are told row by row, not field by field. */
export const importFields = { username: 'username', password: 'password', dueDay: 'due' } as const;

interface Readable {
  readonly number: number;
  readonly customer: FileCustomer;
  readonly due: DueDay;
}
type Refused = PreviewRow;

export async function previewRows(
  ctx: AppContext,
  reader: Reader,
  actor: Actor,
  rows: readonly FileCells[],
  judging: PreviewOptions,
): Promise<PreviewRow[]> {
  const platform = platforms[judging.plan.platform];
  const read: (Readable | Refused)[] = [];
  for (const row of rows) {
    // Others are served between: twenty thousand at once would hold them up.
    if (read.length % AT_ONCE === 0) await letOthers();
    read.push(readAndJudge(ctx, platform, row, judging));
  }
  const readable = read.filter((row): row is Readable => 'due' in row);
  const customers = readable.map(({ customer }) => customer);
  const taken = await namesTaken(reader, platform, customers);
  const exempt = await readExemptions(reader, customers);
  const { limitRows: held } = await readLimitsOf(reader, actor);
  const start = await readEveryUse(reader, ctx, actor.id);
  let balance = (await readBalance(reader, actor.id)) ?? 0;
  const used = { ...start };
  const brought = new Map<string, number>();

  return read.map((row) => {
    if (!('due' in row)) return row;
    const { number, customer, due } = row;
    const { username } = customer;
    const refused = (reason: string): PreviewRow => ({ number, customer, reason, hundredths: 0 });
    if (taken.has(username)) return refused('Este usuário já existe aqui.');
    const before = brought.get(username);
    if (before !== undefined)
      return refused(`Este usuário já está no arquivo, na linha ${before}.`);
    const exemption = exempt(customer);
    const hundredths = migrationHundredths(due.days, exemption.freeDays);
    const line = { platform: platform.key, isTrial: false };
    const full = refusalOf(() =>
      enforceUsedLimits(actor, { limitRows: held }, used, { line, hundredths }),
    );
    if (full !== undefined) return refused(full);
    if (hundredths > balance) return refused(NO_CREDITS);
    exemption.use();
    brought.set(username, number);
    balance -= hundredths;
    used.lines += 1;
    used.hundredths += hundredths;
    return { number, customer, reason: '', hundredths };
  });
}

const AT_ONCE = 500;

const NO_CREDITS = 'O saldo não alcança esta linha.';

/** What a row says, and whether that alone is in order. */
function readAndJudge(
  { clock }: AppContext,
  platform: Platform,
  { number, cells }: FileCells,
  { plan, offered, planForAll }: PreviewOptions,
): Readable | Refused {
  const { customer, problem } = readRow(cells, plan, offered, {
    planForAll,
    timeZone: clock.timeZone,
  });
  if (problem !== undefined) return { number, customer, reason: problem, hundredths: 0 };
  let due: DueDay | undefined;
  const reason = refusalOf(() => {
    const input = { platform, fields: importFields };
    refuseWrongAccess(input, customer.username, customer.password);
    due = validateDueDay(clock, customer.dueDay, importFields.dueDay);
  });
  return due
    ? { number, customer, due }
    : { number, customer, reason: reason ?? '', hundredths: 0 };
}

/** The sentence of a refusal; its field says more than its text. */
function refusalOf(judge: () => void): string | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [field] = Object.values(error.details.fields ?? {});
    return field ?? error.message;
  }
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

/** In sum, for whoever decides. */
export function summarize(rows: readonly PreviewRow[], balance: number): FileVerdict {
  const refused = rows.filter(({ reason }) => reason !== '');
  const reasons = new Map<string, number>();
  for (const { reason } of refused) {
    const kind = withoutParticulars(reason);
    reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
  }
  const cost = rows.reduce((sum, { hundredths }) => sum + hundredths, 0);
  return {
    total: rows.length,
    ok: rows.length - refused.length,
    refused: refused.length,
    cost: fromHundredths(cost),
    balance: fromHundredths(balance),
    balance_after: fromHundredths(balance - cost),
    first_unpaid: refused.find(({ reason }) => reason === NO_CREDITS)?.number ?? null,
    reasons: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MOST_REASONS),
  };
}

const MOST_REASONS = 8;

/** What makes one sentence of many alike. */
const withoutParticulars = (reason: string): string =>
  reason.replace(/«[^»]*»/g, '«…»').replace(/, na linha \d+/, '');
