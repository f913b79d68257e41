/**
 * Migrates a line to another platform in one transaction. The row stays the same, so its id,
 * history and entries remain, and limits and lists count it once. No second line with the same paid
 * time exists that could be restored. Time left, owner, trust, roll-back, on or off, and the test
 * mark do not change. Note and WhatsApp change only if they are sent. User name, password and short
 * URL are new, so the old ones are invalid. The caller chooses a product of the target platform.
 * Nothing is charged. Source: T-12, T-13, V-25, Q-MIGRATETEST, Q-FLAGOFF.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { Platform } from '@ramal/contract/rules/platforms';
import type { PackageFacts } from '../../catalogue/catalogue.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceLimits, readAccountLimits } from '../../limits/limits.ts';
import { readServerUrl } from '../../server-addresses.ts';
import { endLineViewings } from '../../watching/watching.ts';
import { type LineUpdate, changeLine } from '../change/change-line.ts';
import { newLineName, newLinePassword } from '../credentials.ts';
import { retryOnNameConflict } from '../create/retry-on-name-conflict.ts';
import { type Line, refuseDisabledTrials } from '../line.ts';
import { type ProductChoice, validateProduct, productFacts, productEventData } from '../product.ts';
import {
  type LockedLines,
  type PlatformLineRef,
  lockLine,
  lockLines,
} from '../find-accessible-line.ts';

interface MigrateLineInput extends PlatformLineRef {
  readonly to: Platform;
  readonly product: ProductChoice;
  /** Undefined keeps the current note. */
  readonly note?: string | undefined;
  /** Null clears the number; undefined keeps it. */
  readonly whatsapp?: string | null | undefined;
}

/**
 * Migrates a line. The input contains the current platform, so the second of two simultaneous calls
 * does not find the line. A batch does not read the address of the line's server, so the line that
 * it receives lacks this address.
 */
export async function migrateLine(
  ctx: AppContext,
  caller: Caller,
  input: MigrateLineInput,
): Promise<Line> {
  return retryOnNameConflict(() => ctx.db.tx((tx) => migrateIn(tx, ctx, caller, input)));
}

/** Locks the lines, reads the limits and ends the viewings, for many lines in one transaction. */
export async function lockToMigrate(
  tx: Tx,
  { actor }: Caller,
  which: Parameters<typeof lockLines>[2],
  now: Date,
): Promise<LockedLines> {
  const locked = await lockLines(tx, actor, which, now);
  await endLineViewings(tx, [...locked.lines.keys()], now);
  return { ...locked, migrating: await readAccountLimits(tx, actor) };
}

async function migrateIn(
  tx: Tx,
  ctx: AppContext,
  caller: Caller,
  input: MigrateLineInput,
): Promise<Line> {
  const { to, product: choice, note, whatsapp } = input;
  const migrating = input.locked?.lines.has(input.id) ? input.locked.migrating : undefined;
  const now = ctx.clock.now();
  const line = await lockLine(tx, caller.actor, input, now);
  if (line.expiresAt <= now) refuse('migration_expired');
  if (line.blockedForAbuseAt) refuse('migration_blocked');
  if (line.isTrial) refuseDisabledTrials(caller.actor, to);
  const limits = migrating ?? (await readAccountLimits(tx, caller.actor));
  await enforceLimits(tx, ctx, {
    actor: caller.actor,
    facts: limits,
    act: { platform: to.key, hundredths: 0 },
  });
  const facts =
    'productId' in choice ? undefined : await tx.first<PackageFacts>(productFacts(choice));
  const product = validateProduct(ctx, choice, facts, line.isTrial);
  if (!migrating) await endLineViewings(tx, [line.id], now);
  const change = {
    platform: to.key,
    username: newLineName(),
    password: newLinePassword(),
    packageId: product.packageId,
    bouquetIds: product.bouquetIds,
    productId: product.productId,
    ...(note === undefined ? {} : { note }),
    ...(whatsapp === undefined ? {} : { whatsapp }),
  };
  const moved = { ...line, ...change, ...product, serverUrl: null, watching: null };
  const { shortCode } = await changeLine(tx, caller, line, {
    kind: 'line-migrated',
    change,
    before: eventData(ctx, line, change),
    after: {
      ...eventData(ctx, moved, change),
      expiresAt: line.expiresAt,
      ...(line.isTrial ? { testHours: line.testHours } : {}),
    },
  });
  return migrating
    ? { ...moved, shortCode }
    : { ...moved, shortCode, serverUrl: await readServerUrl(tx, line.id) };
}

/**
 * Event data of a migration. Note and number are included only if they were sent, so that unchanged
 * personal data is not stored twice.
 */
const eventData = (ctx: AppContext, line: Line, change: LineUpdate) => ({
  platform: line.platform,
  username: line.username,
  ...('note' in change ? { note: line.note } : {}),
  ...('whatsapp' in change ? { whatsapp: line.whatsapp } : {}),
  ...productEventData(ctx, line),
});
