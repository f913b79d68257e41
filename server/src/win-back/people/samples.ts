/** Reads customers of a group for the preview of its text. The next recipients come first. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { PlatformKey } from '@ramal/contract/rules/platforms';
import type { AutomaticChannel } from '@ramal/contract/rules/reminders';
import { MAX_SAMPLES } from '@ramal/contract/reminders/reminders';
import { type WinBackGroupKey, winBackRange } from '@ramal/contract/win-back/win-back-rules';
import type { listWinBackSamples as declaration } from '@ramal/contract/win-back/win-back';
import sql, { type Sql } from 'sql-template-tag';
import { publicBaseUrl } from '../../brands/brands.ts';
import { linePriceSql } from '../../line-payments/line-payments.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { daysBetween, localDay, readClock } from '../../foundation/clock.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { readPlanPrices } from '../../payments/payments.ts';
import { takesPayments } from '../../reminders/reminders.ts';
import { findSubscribeUrl } from '../../storefront/storefront.ts';
import { allGroupDays, selectPeople } from './people.sql.ts';
import { type Reach, readReach } from './reach.ts';

interface Sample {
  readonly id: number;
  readonly platform: PlatformKey;
  readonly username: string;
  readonly note: string;
  readonly expiresAt: Date;
  readonly priceCents: number | null;
  readonly channel: AutomaticChannel | null;
}

export async function readSamples(
  ctx: AppContext,
  { actor, query, requestMeta }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { db, clock } = ctx;
  const reading = readClock(clock);
  const today = localDay(reading.now, reading.timeZone);
  const reach = await readReach(ctx, db, actor.id);
  const people = selectPeople({
    accountId: actor.id,
    day: today,
    ...reading,
    groups: allGroupDays.filter(({ group }) => group === query.group),
    isReachable: reach.isReachable,
  });
  const [lines, prices, canPay] = await Promise.all([
    db.many<Sample>(sql`
      select l.id, l.platform, l.username, l.note, l.expires_at, ${linePriceSql} as price_cents,
        ${firstChannel(ctx, reach)} as channel
      from (${people}) person join lines l on l.id = person.line_id
      order by person.status <> 'waiting', l.expires_at desc, l.id limit ${MAX_SAMPLES}`),
    readPlanPrices(db, actor.id),
    takesPayments(ctx, actor.id),
  ]);
  const month = prices.find(({ months }) => months === 1)?.cents ?? null;
  return {
    lines: lines.map((line) => ({
      ...line,
      days: daysBetween(localDay(line.expiresAt, reading.timeZone), today),
      priceCents: line.priceCents ?? month,
    })),
    link: canPay ? await exampleLink(ctx, actor.id, query.group, requestMeta.baseUrl) : '',
  };
}

/** A test cannot be renewed in the portal, so its customer gets the link of the sales page. */
async function exampleLink(
  ctx: AppContext,
  accountId: number,
  group: WinBackGroupKey,
  baseUrl: string,
): Promise<string> {
  if (!winBackRange(group).isTrial) return `${await publicBaseUrl(ctx, baseUrl)}/portal#l.7kQx`;
  return (await findSubscribeUrl(ctx, ctx.db, { accountId, baseUrl, coupon: undefined })) ?? '';
}

/** Column: the first channel that can reach the customer of `lines l`. */
const firstChannel = (ctx: AppContext, { seller, channels }: Reach): Sql =>
  channels.reduceRight(
    (next, { sender }) =>
      sql`case when ${sender.reachableCondition(ctx, seller)} then ${sender.channel}::text else ${next} end`,
    sql`null::text`,
  );
