/**
 * Creates and lists temporary channels, for example for today's games. Each is a separate stream,
 * so that players list and play it like any other. Its row contains its end and the channel whose
 * source it plays. Source: V-61, V-62, Q-XCODE, Q-DELBODY.
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import {
  LISTED_WITHIN_SECONDS,
  MAX_TEMPORARY_CHANNELS,
  type TemporaryChannel,
  type addTemporaryChannel as adding,
  type changeTemporaryChannel as changing,
  type listTemporaryChannels as listing,
  type removeTemporaryChannel as removing,
  type removeTemporaryChannels as removingAll,
} from '@ramal/contract/catalogue/temporary-channels';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { atMinute, endOfDay, unixSeconds } from '../../foundation/clock.ts';
import { type Reader, type Tx, violatedConstraint } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';

interface Row {
  readonly id: number;
  readonly originId: number | null;
  readonly originName: string;
  readonly name: string;
  readonly category: string;
  readonly customId: number | null;
  readonly hasSignal: boolean;
  readonly addedAt: Date;
  readonly endsAt: Date;
}

const channelsWhere = (reader: Reader, where: Sql): Promise<Row[]> =>
  reader.many(sql`
    select t.stream_id as id, t.origin_id, t.origin_name, t.name,
      c.name as category, c.custom_id, t.added_at, t.ends_at,
      s.source_problem = '' and coalesce(o.source_problem, '') = '' and o.gone_at is null as has_signal
    from temporary_channels t
    join streams s on s.id = t.stream_id
    join categories c on c.id = s.category_id
    left join streams o on o.id = t.origin_id
    where ${where} order by t.added_at desc, t.stream_id desc limit ${MAX_TEMPORARY_CHANNELS}`);

const onWire = (row: Row, now: Date): TemporaryChannel => ({
  id: row.id,
  streamId: row.originId,
  origimName: row.originName,
  name: row.name,
  category: row.category,
  idCategory: row.customId,
  state: !row.hasSignal
    ? 'no-signal'
    : now.getTime() - row.addedAt.getTime() < LISTED_WITHIN_SECONDS * 1000
      ? 'waiting'
      : 'listed',
  addedAt: unixSeconds(row.addedAt),
  endsAt: unixSeconds(row.endsAt),
});

export async function listTemporaryChannels({
  db,
  clock,
}: AppContext): Promise<HandlerResult<typeof listing>> {
  const rows = await channelsWhere(db, sql`true`);
  return { channels: rows.map((row) => onWire(row, clock.now())) };
}

interface Origin {
  readonly id: number;
  readonly name: string;
}

/**
 * Locks the channel whose source the temporary channel will play. Refuses another temporary
 * channel, because it will end.
 */
async function lockOrigin(tx: Tx, id: number): Promise<Origin> {
  const origin = await tx.first<Origin>(sql`
    select id, name from streams
    where id = ${id} and kind = 'live' and gone_at is null
      and not exists (select from temporary_channels t where t.stream_id = streams.id)
    for key share`);
  return (
    origin ?? refuse('stream_not_found', { fields: { streamId: 'Escolha um canal da lista.' } })
  );
}

function endOf({ clock }: AppContext, until: string | undefined): Date {
  const now = clock.now();
  const end = until === undefined ? endOfDay(now, clock.timeZone) : atMinute(until, clock.timeZone);
  if (end <= now)
    refuse('temporary_channel_over', {
      fields: { until: 'Escolha uma hora que ainda não passou.' },
    });
  return end;
}

export async function addTemporaryChannel(
  ctx: AppContext,
  { body, actor, requestMeta }: Call<typeof adding>,
): Promise<HandlerResult<typeof adding>> {
  const [now, endsAt] = [ctx.clock.now(), endOf(ctx, body.until)];
  const row = await refuseTaken(() =>
    ctx.db.tx(async (tx) => {
      // Two concurrent creations could get the same number or exceed the maximum. The lock makes
      // them run one after the other.
      await tx.first(sql`select pg_advisory_xact_lock(hashtext('temporary-channels'))`);
      const { count } = (await tx.first<{ count: number }>(
        sql`select count(*)::int as count from temporary_channels`,
      ))!;
      if (count >= MAX_TEMPORARY_CHANNELS)
        refuse('temporary_channels_full', { values: { most: MAX_TEMPORARY_CHANNELS } });
      const origin = await lockOrigin(tx, body.streamId);
      const name = body.name ?? origin.name;
      const made = await tx.first<{ id: number }>(sql`
        with category as (
          select id from categories where custom_id = ${body.category} and kind = 'live'
        ), made as (
          insert into streams (kind, number, name, category_id, icon, epg_channel_id, source, active_source_id,
            is_adult, added_at)
          select 'live', (select coalesce(max(number), 0) + 1 from streams where kind = 'live'), ${name},
            category.id, o.icon, o.epg_channel_id, o.source, o.active_source_id, o.is_adult, ${now}
          from streams o, category where o.id = ${origin.id} returning id
        )
        insert into temporary_channels (stream_id, origin_id, origin_name, name, added_at, ends_at)
        select id, ${origin.id}, ${origin.name}, ${name}, ${now}, ${endsAt} from made
        returning stream_id as id`);
      if (!made)
        return refuse('category_not_found', {
          fields: { category: 'Escolha uma categoria da lista.' },
        });
      await recordEvent(tx, requestMeta, {
        kind: 'temporary-channel-added',
        actorId: actor.id,
        after: { name, origin: origin.id, until: endsAt },
      });
      return (await channelsWhere(tx, sql`t.stream_id = ${made.id}`))[0]!;
    }),
  );
  return { message: 'Canal Temporario inserido com sucesso!', channel: onWire(row, now) };
}

async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'temporary_channels_name_key') throw error;
    return refuse('temporary_channel_taken', { fields: { name: 'Este nome já está no player.' } });
  }
}

export async function changeTemporaryChannel(
  ctx: AppContext,
  { params, body, actor, requestMeta }: Call<typeof changing>,
): Promise<HandlerResult<typeof changing>> {
  const row = await ctx.db.tx(async (tx) => {
    const before = await tx.first<{ originId: number | null; endsAt: Date }>(sql`
      select origin_id, ends_at from temporary_channels
      where stream_id = ${params.id} for update`);
    if (!before) return refuse('temporary_channel_not_found');
    const endsAt = body.until === undefined ? before.endsAt : endOf(ctx, body.until);
    const origin = await lockOrigin(tx, body.streamId);
    await tx.run(sql`
      with shown as (
        update streams s set source = o.source, active_source_id = o.active_source_id, icon = o.icon, epg_channel_id = o.epg_channel_id,
          source_problem = o.source_problem, source_checked_at = o.source_checked_at
        from streams o where o.id = ${origin.id} and s.id = ${params.id}
      )
      update temporary_channels set origin_id = ${origin.id}, origin_name = ${origin.name}, ends_at = ${endsAt}
      where stream_id = ${params.id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'temporary-channel-changed',
      actorId: actor.id,
      before: { origin: before.originId, until: before.endsAt },
      after: { origin: origin.id, until: endsAt },
    });
    return (await channelsWhere(tx, sql`t.stream_id = ${params.id}`))[0]!;
  });
  return { message: 'Canal trocado com sucesso', channel: onWire(row, ctx.clock.now()) };
}

export async function removeTemporaryChannel(
  { db }: AppContext,
  { body, query, actor, requestMeta }: Call<typeof removing>,
): Promise<HandlerResult<typeof removing>> {
  const name = body.name ?? query.name;
  await db.tx(async (tx) => {
    const removed = await tx.run(sql`
      delete from streams where id in (select stream_id from temporary_channels where name = ${name})`);
    if (removed === 0) refuse('temporary_channel_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'temporary-channel-removed',
      actorId: actor.id,
      after: { name },
    });
  });
  return { message: 'Canal Temporario removido com sucesso!' };
}

export async function removeTemporaryChannels(
  { db }: AppContext,
  { actor, requestMeta }: Call<typeof removingAll>,
): Promise<HandlerResult<typeof removingAll>> {
  const removed = await db.tx(async (tx) => {
    const count = await tx.run(
      sql`delete from streams where id in (select stream_id from temporary_channels)`,
    );
    if (count > 0)
      await recordEvent(tx, requestMeta, {
        kind: 'temporary-channels-removed',
        actorId: actor.id,
        after: { channels: count },
      });
    return count;
  });
  return { message: 'Canais Temporarios removidos com sucesso!', removed };
}
