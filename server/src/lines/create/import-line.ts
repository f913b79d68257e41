/**
 * Imports a customer from another server's list. The line keeps its user name and password, and
 * expires at 23:59 of its due day. The days until the due day are charged, except the free days of
 * an exempt host. A due day after the free days is allowed. The import is one transaction, and a
 * constraint makes each customer of a host free only once. Source: V-34 to V-38, Q-MIGFREE,
 * Q-EXEMPT, Q-MIGURL, Q-CHARGE, Q-IDEMPOTENT.
 */
import { HOUR_MS } from '@ramal/contract/rules/durations';
import { errorText, refuse } from '@ramal/contract/api/errors';
import { isUsableUsername, isUsablePassword } from '@ramal/contract/lines/list-migrators';
import type { Platform } from '@ramal/contract/rules/platforms';
import { MIGRATION_DAYS, daysBetween, migrationHundredths } from '@ramal/contract/rules/terms';
import sql from 'sql-template-tag';
import { chargeCte } from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { Actor, Caller } from '../../foundation/caller.ts';
import { type Clock, endOfDay, localDay, startOfDay } from '../../foundation/clock.ts';
import { type Tx, violatedConstraint, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { storeAnswerCte, storedAnswer } from '../../foundation/idempotency.ts';
import { creditsInWords, enforceLimits } from '../../limits/limits.ts';
import { type CreatedLine, newLine, insertLineCte } from './create-line.ts';
import { type LockedForNewLines, lockForNewLine, toWallet } from './lock-for-new-line.ts';
import { newLineName, newLinePassword } from '../credentials.ts';
import {
  type Customer,
  toImporter,
  redeemExemptionCte,
  readExemption,
} from '../change/exemptions.ts';
import { retryOnNameConflict } from './retry-on-name-conflict.ts';
import { parseWrittenDay } from '../written-day.ts';
import { type ProductChoice, validateProduct, productEventData } from '../product.ts';

/** A customer to import, and the field names for refusals. */
export interface ImportedLine {
  readonly platform: Platform;
  /**
   * True for a customer of a list migrator. The statistics count such a line as migrated, and a row
   * of a file as imported (Q-MIGRATEDCOUNT).
   */
  readonly isTakenOver: boolean;
  /** User name in the list. If undefined, the server generates it (Q-USERNAME). */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly product: ProductChoice;
  readonly note: string;
  readonly whatsapp: string | null;
  /** yyyy-mm-dd, today or later. Undefined is rejected. */
  readonly dueDay: string | undefined;
  /** Host of the customer's list. Its customers may be exempt from the charge. */
  readonly host: string | undefined;
  /**
   * Price in hundredths that the preview showed. The import is refused if the current price is
   * higher. If undefined, the price is not compared.
   */
  readonly shownHundredths?: number | undefined;
  /** Locks and facts of a transaction that imports many lines; undefined for a single import. */
  readonly locked?: LockedForNewLines | undefined;
  readonly fields: {
    readonly username: string;
    readonly password: string;
    readonly dueDay: string;
  };
}

/**
 * Imports one customer. Returns the line as `present` serializes it, its price in hundredths and
 * the remaining balance. Refuses with `imported_name_wrong`, `imported_name_taken`,
 * `imported_password_wrong`, `due_date_wrong`, `package_*`, `insufficient_credits`, `limit_*`,
 * `platform_off`, `exemption_used`, `cost_changed`.
 */
export async function importLine<Answer>(
  ctx: AppContext,
  caller: Caller,
  input: ImportedLine,
  present: (created: CreatedLine) => Answer,
): Promise<Answer> {
  refuseClosedPlatform(caller.actor, input.platform);
  const { username } = input;
  try {
    return await retryOnNameConflict(
      () => ctx.db.tx((tx) => importInTransaction(tx, ctx, { caller, input, present })),
      username === undefined ? undefined : () => refuseTakenName(input, username),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'exempt_customers_once') refuse('exemption_used');
    throw error;
  }
}

interface ImportedLineRun<Answer> {
  readonly caller: Caller;
  readonly input: ImportedLine;
  readonly present: (created: CreatedLine) => Answer;
}

async function importInTransaction<Answer>(
  tx: Tx,
  ctx: AppContext,
  { caller, input, present }: ImportedLineRun<Answer>,
): Promise<Answer> {
  const facts =
    input.locked?.take(input.product) ??
    (await lockForNewLine(tx, caller, { platform: input.platform, choice: input.product }));
  const replay = storedAnswer<Answer>(caller, facts);
  if (replay !== undefined) return replay;
  const { username = newLineName(), password = newLinePassword(), host } = input;
  refuseWrongAccess(input, username, password);
  const due = validateDueDay(ctx.clock, input.dueDay, input.fields.dueDay);
  const customer: Customer | undefined =
    host === undefined || input.username === undefined ? undefined : { host, username };
  const { freeDays } = await readExemption(tx, toImporter(ctx, caller.actor), customer);
  const hundredths = migrationHundredths(due.days, freeDays);
  if (input.shownHundredths !== undefined && hundredths > input.shownHundredths)
    refuse('cost_changed', { values: { cost: inWords(hundredths) } });
  const line = newLine(caller, facts.lineId, {
    platform: input.platform.key,
    username,
    password,
    isTrial: false,
    expiresAt: due.expiresAt,
    createdAt: ctx.clock.now(),
    note: input.note,
    whatsapp: input.whatsapp,
    ...validateProduct(ctx, input.product, facts, false),
    testHours: null,
    serverUrl: facts.serverUrl,
  });
  await enforceLimits(tx, ctx, { actor: caller.actor, facts, act: { line, hundredths } });
  const charge = chargeCte(caller, toWallet(facts), hundredths, {
    reason: 'line-imported',
    lineId: line.id,
  });
  const answer = present({ line, hundredths, balance: charge.balance });
  const free =
    customer && freeDays > 0 ? { customer, days: Math.min(freeDays, due.days) } : undefined;
  await tx.run(
    combineCtes({
      line: insertLineCte(line, 'import'),
      ...charge.parts,
      ...(free ? { exempted: redeemExemptionCte(free.customer, line.id, caller.actor.id) } : {}),
      event: insertEventCte(caller.requestMeta, {
        kind: input.isTakenOver ? 'line-taken-over' : 'line-imported',
        actorId: caller.actor.id,
        accountId: line.ownerId,
        lineId: line.id,
        platform: line.platform,
        after: {
          username: line.username,
          expiresAt: line.expiresAt,
          ...productEventData(ctx, line),
          hundredths,
          ...(host === undefined ? {} : { list: host }),
          ...(free ? { freeDays: free.days } : {}),
        },
      }),
      answer: storeAnswerCte(caller, answer),
    }),
  );
  input.locked?.keepBalance(charge.balance);
  return answer;
}

export interface DueDay {
  readonly expiresAt: Date;
  /** Whole days from today to the due day. */
  readonly days: number;
}

/**
 * Returns the expiry for a due day: 23:59 in the panel's time zone. The remaining hours of the
 * current day are free, as in the action «23:59» (T-06). Refuses a day in the past or more than 366
 * days ahead.
 */
export function validateDueDay(clock: Clock, written: string | undefined, field: string): DueDay {
  const { timeZone } = clock;
  const now = clock.now();
  const day = written === undefined ? undefined : parseWrittenDay(written, 'dmy', timeZone);
  const days = day === undefined ? Number.NaN : daysBetween(localDay(now, timeZone), day);
  const wrong = (text: string) => refuse('due_date_wrong', { fields: { [field]: text } });
  if (day === undefined || Number.isNaN(days))
    return wrong('Informe o vencimento, como 31/12/2026.');
  if (days > MIGRATION_DAYS) return wrong(`Escolha um dia em até ${MIGRATION_DAYS} dias.`);
  // The end of the day is calculated from noon. If the clocks change at midnight, the day is still
  // correct.
  const noon = new Date(startOfDay(day, timeZone).getTime() + HALF_A_DAY_MS);
  const expiresAt = endOfDay(noon, timeZone);
  if (days < 0 || expiresAt <= now) return wrong('Escolha um dia de hoje em diante.');
  return { expiresAt, days };
}

const HALF_A_DAY_MS = 12 * HOUR_MS;

/**
 * Refuses a platform that is off or for which the actor lacks a grant. A single call has already
 * checked this. A batch runs later, when the platform may be off.
 */
export function refuseClosedPlatform(
  { flags, grants }: Actor,
  { flag, grants: needed, label }: Platform,
): void {
  if (!flags.has(flag)) refuse('platform_off', { values: { platform: label } });
  if (needed.some((grant) => !grants.has(grant))) refuse('forbidden');
}

export function refuseWrongAccess(
  input: Pick<ImportedLine, 'platform' | 'fields'>,
  username: string,
  password: string,
): void {
  const { platform, fields } = input;
  if (!isUsableUsername(username)) {
    const rule = 'de 4 a 20 letras, números ou . _ @ -';
    refuse('imported_name_wrong', {
      values: { username, platform: platform.label, rule },
      fields: { [fields.username]: `O usuário da lista não serve: use ${rule}.` },
    });
  }
  if (!isUsablePassword(password)) {
    refuse('imported_password_wrong', {
      fields: { [fields.password]: errorText('imported_password_wrong') },
    });
  }
}

/** Refuses a user name or password that the final call would refuse, before the price is shown. */
export async function refuseUnusableAccess(
  ctx: AppContext,
  input: Pick<ImportedLine, 'platform' | 'fields'>,
  { username, password }: { username: string; password: string },
): Promise<void> {
  refuseWrongAccess(input, username, password);
  const existing = await ctx.db.first(
    sql`select 1 as one from lines where platform = ${input.platform.key} and username = ${username}`,
  );
  if (existing) refuseTakenName(input, username);
}

const refuseTakenName = ({ fields }: Pick<ImportedLine, 'fields'>, username: string): never =>
  refuse('imported_name_taken', {
    values: { username },
    fields: { [fields.username]: NAME_TAKEN },
  });

export const NAME_TAKEN = 'Este usuário já existe.';

/** Returns a price as text: «1 crédito», «0,6 créditos». */
const inWords = (hundredths: number): string =>
  `${creditsInWords(hundredths)} ${hundredths === 100 ? 'crédito' : 'créditos'}`;
