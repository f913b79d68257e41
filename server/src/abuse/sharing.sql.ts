/**
 * Who shares, over the viewings as intervals: first which lines two places watched since the last look,
 * as what the window lost since then can make nobody suspect; then what those did, as one statement for
 * some of them at a time. Source: K-23.
 *
 * A *place* is a household's network: one IPv4 address, or an IPv6 /64. IPv4 is not compared with IPv6,
 * because one house has both. A *carrier's* place is shared by many customers (CGNAT), or one of a block
 * that phones go through: two of those say nothing about each other. A player that is also seen in
 * the other place is of that home wherever it goes.
 * A *span* is one player in one place without a break: zapping leaves none, and whoever was pushed out
 * by another place and came back soon wanted the screen all along.
 */
import { abuseCriteria } from '@ramal/contract/abuse';
import sql, { type Sql } from 'sql-template-tag';

export interface Sharing {
  readonly lineId: number;
  readonly since: Date;
  readonly until: Date;
  readonly togetherSeconds: number;
  readonly times: number;
  readonly takeOvers: number;
  /** In how many moments they pushed each other out. */
  readonly fights: number;
  readonly places: readonly string[];
  /** The newest of those that show it. */
  readonly viewingIds: readonly string[];
}

/** What the window holds of these lines is gone into. */
export interface DetectionWindow {
  readonly lineIds: readonly number[];
  readonly now: Date;
  readonly windowFrom: Date;
  /** Blocks known to be carriers'. */
  readonly carriers: readonly string[];
}

const c = abuseCriteria;
const minutes = (count: number): Sql => sql`make_interval(mins => ${count}::int)`;
/** Between two channels. */
const ZAP_SECONDS = 20;
/** Of one address, the newest: enough to tell whether many lines use it. */
const VIEWINGS_OF_ADDRESS = 300;
const EVIDENCE_AT_MOST = 300;

/** Lines that two places which can be compared watched since then. */
export const watchedOnSeparateNetworks = (lookedFrom: Date): Sql => sql`
  with alive as (
    select v.line_id, household(v.address) as place
    from viewings v left join presence p on p.session_id = v.id
    where v.ended_at is null and greatest(p.last_seen_at, v.seen_at) >= ${lookedFrom} and v.address is not null
    union all
    select line_id, household(address) from viewings where ended_at >= ${lookedFrom} and address is not null
  )
  select l.id from (
    select line_id from (
      select line_id from alive group by line_id, family(place) having min(place) <> max(place)
    ) apart group by line_id
  ) seen join lines l on l.id = seen.line_id and l.platform = 'iptv' and l.deleted_at is null and l.blocked_for_abuse_at is null
  order by l.id`;

export const sharingLines = ({ lineIds, now, windowFrom, carriers }: DetectionWindow): Sql => sql`
  with candidate as materialized (
    select l.id, greatest(${windowFrom}::timestamptz, l.abuse_counts_from, told.until) as since
    from lines l
    -- A finding whose day is over has counted what was before its end.
    left join lateral (select max(f.until) as until from abuse_findings f
      where f.line_id = l.id and f.since < ${windowFrom}) told on true
    where l.id = any(${lineIds}::bigint[])
  ), watched as materialized (
    select v.*, greatest(v.started_at, c.since) as starts, least(v.was_there_until, ${now}) as ends
    from candidate c, lateral (${viewingsOfCandidate(windowFrom)}) v
    where v.was_there_until > c.since and v.started_at <= ${now}
  ), stay as materialized (${unbroken(sql`false`)}), twin as materialized (${twins}), roamer as materialized (${roamers}), noted as (${notingBlocks(now)}),
  place as materialized (
    select line_id, place,
      place <<= '100.64.0.0/10' or block = any(${carriers}::inet[]) or bool_or(r.player is not null)
        or ${isShared(now)} as is_carrier
    from watched left join roamer r using (line_id, player, block) group by line_id, place, block
  ), apart as materialized (${placesApart}), push as materialized (${pushes}), span as materialized (${unbroken(sql`id in (select id from push)`)}),
  overlap as materialized (
    select a.line_id, a.place, b.place as other, greatest(a.starts, b.starts) as starts, least(a.ends, b.ends) as ends
    from span a join span b on b.line_id = a.line_id and b.place > a.place
    where least(a.ends, b.ends) - greatest(a.starts, b.starts) >= ${minutes(c.handOverMinutes)}
      and ${areApart(sql`a`, sql`b`)}
  ), together as (${islands(sql`overlap`, 0)}), met as (${momentsOf}),
  fight as (${fights}),
  found as (
    select line_id, coalesce(m.seconds, 0) as seconds, coalesce(m.times, 0) as times,
      coalesce(f.take_overs, 0) as take_overs, coalesce(f.moments, 0) as fights
    from met m full join fight f using (line_id)
    where m.seconds > ${c.togetherMinutes * 60} and m.times >= ${c.times} or f.is_enough
  ), shown as (
    -- What counts, as one list of intervals between two places.
    select o.* from overlap o join found using (line_id)
    union all
    select p.line_id, p.place, p.other, p.at, p.at from push p join found f using (line_id) where f.take_overs > 0
  )
  select f.line_id as "lineId", f.seconds::int as "togetherSeconds", f.times::int, f.take_overs::int as "takeOvers",
    f.fights::int, s.since, s.until,
    array(select case family(n) when 4 then host(n) else n::text end from unnest(s.places) n order by n) as places,
    e.ids as "viewingIds"
  from found f
  cross join lateral (
    select min(starts) as since, max(ends) as until,
      array(select place from shown x where x.line_id = f.line_id union select other from shown x where x.line_id = f.line_id) as places
    from shown where line_id = f.line_id
  ) s
  cross join lateral (
    select array(
      select w.id from watched w
      where w.line_id = f.line_id and w.place = any(s.places) and exists (select from shown o where o.line_id = w.line_id and w.place in (o.place, o.other)
          and w.starts <= o.ends and w.ends >= o.starts)
      order by w.started_at desc limit ${EVIDENCE_AT_MOST}) as ids
  ) e
  order by f.line_id`;

/** What a carrier gives its customers' addresses from. */
const block = sql`network(set_masklen(v.address, case family(v.address) when 4 then 16 else 32 end))::inet`;

/** Of line `c`: those that run, and those that ended in the window; which began a day before it at most. */
const viewingsOfCandidate = (windowFrom: Date): Sql => {
  const columns = sql`v.id, v.line_id, v.stream_id, v.user_agent as player, household(v.address) as place,
    ${block} as block, v.started_at, v.ended_at, v.ended_because`;
  return sql`
    select ${columns},
      greatest((select last_seen_at from presence p where p.session_id = v.id), v.seen_at) as was_there_until
    from viewings v where v.line_id = c.id and v.ended_at is null and v.address is not null
    union all
    select ${columns}, v.ended_at from viewings v
    where v.line_id = c.id and v.ended_at > c.since and v.address is not null
      and v.started_at > ${windowFrom}::timestamptz - interval '1 day'`;
};

/** One player in two places at once is two players that call themselves alike. */
const twins = sql`
  select distinct a.line_id, a.player, a.block, b.block as other
  from stay a join stay b on b.line_id = a.line_id and b.player = a.player and b.place > a.place
    and family(b.place) = family(a.place)
  where least(a.ends, b.ends) - greatest(a.starts, b.starts) >= ${minutes(c.handOverMinutes)}`;

/** Players that go through the addresses of a block, one after the other: a phone. */
const roamers = sql`
  select line_id, player, block from watched group by line_id, player, block
  having count(distinct place) >= ${c.roamingAddresses}
  except select line_id, player, block from twin where other = block`;

/** What these lines tell about the blocks they are seen in; once an hour is enough. */
const notingBlocks = (now: Date): Sql => sql`
  insert into abuse_blocks as b (block, line_id, seen_at, roamed_at)
  select block, line_id, ${now}, case when bool_or(r.player is not null) then ${now}::timestamptz end
  from watched left join roamer r using (line_id, player, block) group by line_id, block
  on conflict (block, line_id) do update set seen_at = excluded.seen_at, roamed_at = coalesce(excluded.roamed_at, b.roamed_at)
  where b.seen_at < excluded.seen_at - interval '1 hour' or b.roamed_at is null and excluded.roamed_at is not null`;

/** Blocks in which many lines, and not just a few of those seen there, go from address to address. */
export const carrierBlocks = (since: Date): Sql => sql`
  select block::text from abuse_blocks where seen_at >= ${since} group by block
  having count(*) filter (where roamed_at >= ${since}) >= ${c.roamingLines}
    and count(*) filter (where roamed_at >= ${since}) * ${c.roamingOneIn} >= count(*)`;

export const deleteOldBlocks = (before: Date): Sql =>
  sql`delete from abuse_blocks where seen_at < ${before}`;

const isShared = (now: Date): Sql => sql`${c.carrierLines} <= (
  select count(distinct o.line_id) from (
    select v.line_id from viewings v
    where household(v.address) = watched.place and v.address is not null
      and v.started_at > ${now}::timestamptz - make_interval(days => ${c.carrierDays}::int)
    order by v.started_at desc limit ${VIEWINGS_OF_ADDRESS}) o)`;

/** Pairs of places of a line that may say something about each other. */
const placesApart = sql`
  select a.line_id, a.place, b.place as other
  from place a join place b on b.line_id = a.line_id and b.place <> a.place and family(b.place) = family(a.place)
  where not (a.is_carrier and b.is_carrier)`;

/** Condition: players `a` and `b` are of different households. */
const areApart = (a: Sql, b: Sql): Sql => sql`
  (${a}.line_id, ${a}.place, ${b}.place) in (select line_id, place, other from apart)
  and (${a}.player = ${b}.player or not (${isSeenAt(a, b)} or ${isSeenAt(b, a)}))`;

const isSeenAt = (roaming: Sql, home: Sql): Sql => sql`
  ((${roaming}.line_id, ${home}.place, ${roaming}.player) in (select line_id, place, player from watched)
    and (${roaming}.line_id, ${roaming}.player) not in (select line_id, player from twin))`;

/**
 * A viewing closed by the one that opened in that moment, elsewhere. The same player on the same stream
 * is one that changed networks.
 */
const pushes = sql`
  select x.line_id, x.id, x.place, y.place as other, x.ended_at as at
  from watched x join watched y on y.line_id = x.line_id and y.started_at = x.ended_at and y.place <> x.place
  where x.ended_because = 'over-limit' and (x.player <> y.player or x.stream_id <> y.stream_id)
    and ${areApart(sql`x`, sql`y`)}`;

/** Players in one place without a break, a longer one allowed after what `waits`. */
const unbroken = (waits: Sql): Sql => sql`
  select line_id, place, block, player, min(starts) as starts, max(ends) as ends
  from (
    select *, count(*) filter (where is_new) over (partition by line_id, place, player order by starts, id) as n
    from (
      select *, starts > max(
          ends + case when ${waits} then ${minutes(c.comesBackMinutes)}
            else make_interval(secs => ${ZAP_SECONDS}) end
        ) over (partition by line_id, place, player order by starts, id
          rows between unbounded preceding and 1 preceding) is not false as is_new
      from watched
    ) w
  ) w group by line_id, place, block, player, n`;

/** Intervals that touch made one, so that three places at once are not counted thrice. */
function islands(intervals: Sql, gapMinutes: number): Sql {
  return sql`
  select line_id, min(starts) as starts, max(ends) as ends
  from (
    select *, count(*) filter (where is_new) over (partition by line_id order by starts, ends) as n
    from (
      select line_id, starts, ends, starts > max(ends + ${minutes(gapMinutes)}) over (partition by line_id order by starts, ends
        rows between unbounded preceding and 1 preceding) is not false as is_new
      from ${intervals} i
    ) i
  ) i group by line_id, n`;
}

/** Time together of a line, and in how many moments. */
const momentsOf = sql`
  select line_id, sum(seconds) as seconds, sum(greatest(1, ceil(seconds / ${c.unbrokenMinutes * 60}))) as times
  from (
    select m.line_id, m.starts, sum(extract(epoch from t.ends - t.starts)) as seconds
    from (${islands(sql`together`, c.momentGapMinutes)}) m
    join together t on t.line_id = m.line_id and t.starts between m.starts and m.ends
    group by m.line_id, m.starts
  ) m group by line_id`;

/** How often the two places of a line that did so most pushed each other out, in either direction. */
const fights = sql`
  select distinct on (line_id) line_id, take_overs, moments,
    take_overs >= ${c.takeOvers} and least(there, take_overs - there) >= ${c.takeOvers / 3}
      and moments >= ${c.times} as is_enough
  from (
    select line_id, count(*) as take_overs, count(*) filter (where place < other) as there,
      count(*) filter (where is_new) as moments
    from (
      select *, at > lag(at) over (partition by line_id, least(place, other), greatest(place, other) order by at)
        + ${minutes(c.momentGapMinutes)} is not false as is_new
      from push
    ) p group by line_id, least(place, other), greatest(place, other)
  ) p
  order by line_id, is_enough desc, take_overs desc`;
