/**
 * Brings a customer from another server's list: the line keeps the user name and password it has there,
 * ends at 23:59 of its due day and is paid by the days until then, less those its host is exempt from;
 * days beyond the exemption are charged, not refused, so that what is free stays what the admin said.
 * One transaction; the same customer of a host comes free once, which a constraint holds.
 * Source: V-34 to V-38, Q-MIGFREE, Q-EXEMPT, Q-MIGURL, Q-CHARGE, Q-IDEMPOTENT.
 */
import { HOUR_MS } from '@ramal/contract/durations';
import { refuse } from '@ramal/contract/errors';
import { takesName, takesPassword } from '@ramal/contract/list-migrators';
import type { Platform } from '@ramal/contract/platforms';
import { MIGRATION_DAYS, daysBetween, migrationHundredths } from '@ramal/contract/terms';
import { chargeCte } from '../../credits/credits.ts';
import { insertEventCte } from '../../events/events.ts';
import type { Actor, Caller } from '../../foundation/caller.ts';
import { type Clock, endOfDay, localDay, startOfDay } from '../../foundation/clock.ts';
import { type Tx, violatedConstraint, combineCtes } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { storeAnswerCte, storedAnswer } from '../../foundation/idempotency.ts';
import { creditsInWords, enforceLimits } from '../../limits/limits.ts';
import {
  type CreatedLine,
  newLine,
  insertLineCte,
  lockForNewLine,
  walletOf,
} from './create-line.ts';
import { newLineName, newLinePassword } from '../credentials.ts';
import { type Customer, redeemExemptionCte, readExemption } from '../change/exemptions.ts';
import { retryOnNameConflict } from './retry-on-name-conflict.ts';
import { type ProductChoice, validateProduct, productEventData } from '../product.ts';

/** What a customer brings from a list, and under which field names refusals speak of it. */
export interface ImportedLine {
  readonly platform: Platform;
  /** As they stand in the list; where it has none, the server makes them (Q-USERNAME). */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly product: ProductChoice;
  readonly note: string;
  readonly whatsapp: string | null;
  /** yyyy-mm-dd, from today on; undefined is refused. */
  readonly dueDay: string | undefined;
  /** Of the list, as `readListAddress` gives it; undefined where nothing says it: then nothing is exempt. */
  readonly host: string | undefined;
  /** Hundredths that whoever asked was shown: dearer by now is refused. Undefined asks for no such care. */
  readonly shownHundredths?: number | undefined;
  readonly fields: {
    readonly username: string;
    readonly password: string;
    readonly dueDay: string;
  };
}

/**
 * Answers what `present` makes of the line, its price (hundredths) and the balance left. Refuses with
 * `imported_name_wrong`, `imported_name_taken`, `imported_password_wrong`, `due_date_wrong`, `package_*`,
 * `insufficient_credits`, `limit_*`, `platform_off`, `exemption_used`, `cost_changed`.
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
      () => ctx.db.tx((tx) => bringIn(tx, ctx, caller, input, present)),
      username === undefined ? undefined : () => refuseTakenName(input, username),
    );
  } catch (error) {
    if (violatedConstraint(error) === 'exempt_customers_once') refuse('exemption_used');
    throw error;
  }
}

async function bringIn<Answer>(
  tx: Tx,
  ctx: AppContext,
  caller: Caller,
  input: ImportedLine,
  present: (created: CreatedLine) => Answer,
): Promise<Answer> {
  const taken = await lockForNewLine(tx, caller, input.product);
  const replay = storedAnswer<Answer>(taken);
  if (replay !== undefined) return replay;
  const { username = newLineName(), password = newLinePassword(), host } = input;
  refuseWrongAccess(input, username, password);
  const due = validateDueDay(ctx.clock, input.dueDay, input.fields.dueDay);
  const customer: Customer | undefined =
    host === undefined || input.username === undefined ? undefined : { host, username };
  const { freeDays } = await readExemption(tx, customer);
  const hundredths = migrationHundredths(due.days, freeDays);
  if (input.shownHundredths !== undefined && hundredths > input.shownHundredths)
    refuse('cost_changed', { values: { cost: inWords(hundredths) } });
  const line = newLine(caller, taken.lineId, {
    platform: input.platform.key,
    username,
    password,
    isTrial: false,
    expiresAt: due.expiresAt,
    createdAt: ctx.clock.now(),
    note: input.note,
    whatsapp: input.whatsapp,
    ...validateProduct(ctx, input.product, taken, false),
    testHours: null,
  });
  await enforceLimits(tx, ctx, caller.actor, taken, { line, hundredths });
  const charge = chargeCte(caller, walletOf(taken), hundredths, {
    reason: 'line-imported',
    lineId: line.id,
  });
  const answer = present({ line, hundredths, balance: charge.balance });
  const free =
    customer && freeDays > 0 ? { customer, days: Math.min(freeDays, due.days) } : undefined;
  await tx.run(
    combineCtes({
      line: insertLineCte(line),
      ...charge.parts,
      ...(free ? { exempted: redeemExemptionCte(free.customer, line.id) } : {}),
      event: insertEventCte(caller.requestMeta, {
        kind: 'line-imported',
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
  return answer;
}

export interface DueDay {
  readonly expiresAt: Date;
  /** Whole days from today. */
  readonly days: number;
}

/**
 * 23:59 of a day of the office's zone. The hours that are left of that day are not counted, as they are
 * not where a line is taken to 23:59 of its day (T-06). Refuses a day that is over or more than a year away.
 */
export function validateDueDay(clock: Clock, day: string | undefined, field: string): DueDay {
  const { timeZone } = clock;
  const now = clock.now();
  const days = day === undefined ? Number.NaN : daysBetween(localDay(now, timeZone), day);
  const wrong = (text: string) => refuse('due_date_wrong', { fields: { [field]: text } });
  if (day === undefined || Number.isNaN(days))
    return wrong('Informe o vencimento, como 31/12/2026.');
  if (days > MIGRATION_DAYS) return wrong(`Escolha um dia em até ${MIGRATION_DAYS} dias.`);
  // Noon, so that a midnight the clocks leave out takes nobody to the day before.
  const noon = new Date(startOfDay(day, timeZone).getTime() + HALF_A_DAY_MS);
  const expiresAt = endOfDay(noon, timeZone);
  if (days < 0 || expiresAt <= now) return wrong('Escolha um dia de hoje em diante.');
  return { expiresAt, days };
}

const HALF_A_DAY_MS = 12 * HOUR_MS;

/** At the door the call asked this already; a batch acts later, when it may have been switched off. */
export function refuseClosedPlatform(
  { flags, grants }: Actor,
  { flag, grant, label }: Platform,
): void {
  if (!flags.has(flag)) refuse('platform_off', { values: { platform: label } });
  if (grant && !grants.has(grant)) refuse('forbidden');
}

export function refuseWrongAccess(
  input: Pick<ImportedLine, 'platform' | 'fields'>,
  username: string,
  password: string,
): void {
  const { platform, fields } = input;
  if (!takesName(platform, username)) {
    const rule = platform.numericNames
      ? 'de 4 a 20 números'
      : 'de 4 a 20 letras, números ou . _ @ -';
    refuse('imported_name_wrong', {
      values: { username, platform: platform.label, rule },
      fields: { [fields.username]: `O usuário da lista não serve: use ${rule}.` },
    });
  }
  if (!takesPassword(password)) {
    refuse('imported_password_wrong', {
      fields: { [fields.password]: 'A senha da lista não serve.' },
    });
  }
}

const refuseTakenName = ({ fields }: ImportedLine, username: string): never =>
  refuse('imported_name_taken', {
    values: { username },
    fields: { [fields.username]: 'Este usuário já existe.' },
  });

/** «1 crédito», «0,6 créditos» */
const inWords = (hundredths: number): string =>
  `${creditsInWords(hundredths)} ${hundredths === 100 ? 'crédito' : 'créditos'}`;
