/** Saves the settings of one group. A group that is switched off cancels its unsent messages. */
import { refuse } from '@ramal/contract/api/errors';
import type { CouponAudience } from '@ramal/contract/coupons/coupon-rules';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { type WinBackGroupKey, winBackRange } from '@ramal/contract/win-back/win-back-rules';
import type { saveWinBackGroup as declaration } from '@ramal/contract/win-back/win-back';
import { findOfferedCoupon } from '../../coupons/coupons.ts';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { isQuietMinute } from '../../foundation/time/quiet-hours.ts';
import type { Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import {
  cancelWinBackMessages,
  openSettings,
  type ReminderSettings,
} from '../../reminders/reminders.ts';
import { putGroup, readGroups, type WinBackGroup } from './groups.sql.ts';

export async function saveGroup(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  await ctx.db.tx(async (tx) => {
    const settings = await openSettings(ctx, tx, actor.id, requestMeta);
    const before = (await readGroups(tx, actor.id)).find(({ group }) => group === body.group)!;
    const changed: WinBackGroup = {
      ...before,
      isOn: body.isOn ?? before.isOn,
      text: body.text ?? before.text,
      sendDay: body.sendDay ?? before.sendDay,
      weekdays: body.weekdays ?? before.weekdays,
      sendAt: body.sendAt ?? before.sendAt,
      controlPercent: body.controlPercent ?? before.controlPercent,
      couponId:
        body.coupon === undefined
          ? before.couponId
          : body.coupon === null
            ? null
            : await getCouponId(ctx, tx, actor.id, { group: body.group, code: body.coupon }),
    };
    refuseWrongSchedule(changed, settings);
    const starts = changed.isOn && (!before.isOn || !isSameSchedule(before, changed));
    await putGroup(tx, actor.id, {
      ...changed,
      since: starts ? ctx.clock.now() : (before.since ?? ctx.clock.now()),
    });
    if (!changed.isOn)
      await cancelWinBackMessages(tx, actor.id, winBackRange(body.group).from, 'threshold-off');
    await recordEvent(tx, requestMeta, {
      kind: 'win-back-group-saved',
      actorId: actor.id,
      before: { on: before.isOn },
      after: { group: winBackRange(body.group).label, on: changed.isOn },
    });
  });
  return { message: 'Grupo guardado', group: body.group };
}

/** Audiences of coupons to which the people of the group belong. */
const audiencesOf = (group: WinBackGroupKey): readonly CouponAudience[] =>
  winBackRange(group).isTrial ? ['trial', 'new', 'win-back'] : ['expired', 'win-back'];

interface GroupCoupon {
  readonly group: WinBackGroupKey;
  /** Code as the seller typed it. */
  readonly code: string;
}

/** Returns the id of a valid coupon of the account that the people of the group can use. */
async function getCouponId(
  ctx: AppContext,
  tx: Tx,
  accountId: number,
  { group, code }: GroupCoupon,
): Promise<number> {
  const coupon = await findOfferedCoupon(ctx, tx, accountId, { code: code.toUpperCase() });
  if (!coupon)
    return refuse('invalid_fields', { fields: { coupon: 'Este cupom não vale agora.' } });
  const { audiences } = coupon;
  if (audiences.length > 0 && !audiencesOf(group).some((audience) => audiences.includes(audience)))
    refuse('invalid_fields', { fields: { coupon: 'Este cupom não vale para este grupo.' } });
  return coupon.id;
}

/** Refuses a day outside the group and an hour within the quiet hours of the reminders. */
function refuseWrongSchedule(
  { group, sendDay, sendAt }: WinBackGroup,
  settings: ReminderSettings,
): void {
  const { from, lastSendDay } = winBackRange(group);
  if (sendDay < from || sendDay > lastSendDay)
    refuse('invalid_fields', {
      fields: { sendDay: `Escolha um dia de ${from} a ${lastSendDay}.` },
    });
  if (isQuietMinute(sendAt, settings))
    refuse('invalid_fields', {
      fields: { sendAt: 'Esta hora está no silêncio dos Lembretes. Escolha outra.' },
    });
}

const isSameSchedule = (before: WinBackGroup, after: WinBackGroup): boolean =>
  before.sendDay === after.sendDay &&
  before.sendAt === after.sendAt &&
  [1, 2, 3, 4, 5, 6, 7].every(
    (day) => before.weekdays.includes(day) === after.weekdays.includes(day),
  );
