/** Thresholds and their texts, which each account writes for its own customers. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  removeReminderThreshold as removeDeclaration,
  saveReminderThreshold as saveDeclaration,
} from '@ramal/contract/reminders/reminders';
import {
  defaultReminders,
  MAX_THRESHOLDS,
  type Threshold,
  thresholdKey,
  thresholdLabel,
} from '@ramal/contract/rules/reminders';
import sql from 'sql-template-tag';
import { insertEventCte, recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { combineCtes } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { openSettings, putThreshold, readThresholds } from './settings.sql.ts';

const isSame = (threshold: Threshold) => (other: Threshold) =>
  thresholdKey(threshold) === thresholdKey(other);

const defaultText = (threshold: Threshold): string =>
  (
    defaultReminders.find(isSame(threshold)) ??
    defaultReminders.find(({ kind, days }) =>
      threshold.days > 0 ? days > 0 : kind === threshold.kind && days < 0,
    )!
  ).text;

export async function saveThreshold(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof saveDeclaration>,
): Promise<HandlerResult<typeof saveDeclaration>> {
  const { threshold } = body;
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    await openSettings(ctx, tx, actor.id, requestMeta);
    const all = await readThresholds(tx, actor.id);
    const before = all.find(isSame(threshold));
    if (!before && all.length >= MAX_THRESHOLDS)
      refuse('reminder_thresholds_full', { values: { most: MAX_THRESHOLDS } });
    await putThreshold(tx, actor.id, {
      ...threshold,
      text: body.text ?? before?.text ?? defaultText(threshold),
      isOn: body.isOn ?? before?.isOn ?? true,
      since: now,
    });
    await tx.run(
      combineCtes({
        base: sql`
          update reminder_settings set base_url = ${requestMeta.baseUrl},
            plan_at = case when automatic_since is null then null else ${now}::timestamptz end
          where account_id = ${actor.id}`,
        event: insertEventCte(requestMeta, {
          kind: 'reminder-threshold-saved',
          actorId: actor.id,
          after: { threshold: thresholdLabel(threshold), on: body.isOn ?? before?.isOn ?? true },
        }),
      }),
    );
  });
  return { message: 'Aviso guardado', ...threshold };
}

export async function removeThreshold(
  ctx: AppContext,
  { actor, query, requestMeta }: Call<typeof removeDeclaration>,
): Promise<HandlerResult<typeof removeDeclaration>> {
  const { kind, days } = query.threshold;
  await ctx.db.tx(async (tx) => {
    await openSettings(ctx, tx, actor.id, requestMeta);
    const removed = await tx.run(sql`
      delete from reminder_thresholds
      where account_id = ${actor.id} and kind = ${kind} and days = ${days}`);
    if (removed === 0) return;
    await recordEvent(tx, requestMeta, {
      kind: 'reminder-threshold-removed',
      actorId: actor.id,
      before: { threshold: thresholdLabel(query.threshold) },
    });
  });
  return { message: 'Aviso removido' };
}
