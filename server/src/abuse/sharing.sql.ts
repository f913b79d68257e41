/**
 * Finds shared lines from their viewings, which are treated as intervals. The first statement lists
 * the lines that two networks watched since the last run, because only these can have become
 * suspect. The second statement examines these lines in chunks. Source: K-23.
 *
 * A *network* is the network of a household: one IPv4 address, or an IPv6 /64. IPv4 is not compared
 * with IPv6, because one household has both.
 *
 * A *carrier's* network is shared by many customers (CGNAT), or belongs to a block that phones use.
 * Two networks of carriers do not prove two households.
 *
 * A *mobile* carrier's network also serves players that were seen in other blocks, because phones
 * leave home. If a line has only one phone in such a network, the phone does not prove a second
 * household. A player that also appears in the other network belongs to that household everywhere.
 *
 * A *span* is one player in one network without a break. A change of channel is not a break. A
 * takeover by another network is not a break either if the player soon returns, because the viewer
 * wanted to watch all the time.
 */
import { abuseCriteria } from '@ramal/contract/abuse';
import sql, { type Sql } from 'sql-template-tag';

export interface SharedLine {
  readonly lineId: number;
  readonly since: Date;
  readonly until: Date;
  readonly togetherSeconds: number;
  readonly times: number;
  readonly takeOvers: number;
  /** Number of moments with takeovers between the two networks. */
  readonly takeoverMoments: number;
  readonly places: readonly string[];
  /** Ids of the newest viewings that prove the sharing. */
  readonly viewingIds: readonly string[];
}

/** Lines to examine, the start of the examined period, and the known blocks of carriers. */
export interface DetectionWindow {
  readonly lineIds: readonly number[];
  readonly now: Date;
  readonly windowFrom: Date;
  readonly carriers: readonly CarrierBlock[];
}

/** Block of addresses that belongs to a carrier. */
export interface CarrierBlock {
  readonly block: string;
  readonly isMobile: boolean;
}

const c = abuseCriteria;
const minutes = (count: number): Sql => sql`make_interval(mins => ${count}::int)`;
/** Maximum length in seconds of a pause that counts as a change of channel. */
const ZAP_SECONDS = 20;
/** Number of newest viewings that are read to decide whether many lines use an address. */
const VIEWINGS_OF_ADDRESS = 300;
const EVIDENCE_AT_MOST = 300;

/** SQL: lists the lines that two comparable networks watched since this time. */
export const watchedOnSeparateNetworks = (lookedFrom: Date): Sql => sql`
  with recent as (
    select v.line_id, household(v.address) as network
    from viewings v left join presence p on p.session_id = v.id
    where v.ended_at is null and greatest(p.last_seen_at, v.seen_at) >= ${lookedFrom} and v.address is not null
    union all
    select line_id, household(address) from viewings where ended_at >= ${lookedFrom} and address is not null
  )
  select l.id from (
    select line_id from (
      select line_id from recent group by line_id, family(network) having min(network) <> max(network)
    ) separate_networks group by line_id
  ) seen join lines l on l.id = seen.line_id and l.platform = 'iptv' and l.deleted_at is null and l.blocked_for_abuse_at is null
  order by l.id`;

export const sharingLines = ({ lineIds, now, windowFrom, carriers }: DetectionWindow): Sql => sql`
  with candidate as materialized (
    select l.id, greatest(${windowFrom}::timestamptz, l.abuse_counts_from, last_finding.until) as since
    from lines l
    -- Viewings before the end of an earlier finding are part of that finding.
    left join lateral (select max(f.until) as until from abuse_findings f
      where f.line_id = l.id and f.since < ${windowFrom}) last_finding on true
    where l.id = any(${lineIds}::bigint[])
  ), watched as materialized (
    select v.*, greatest(v.started_at, c.since) as starts, least(v.was_there_until, ${now}) as ends
    from candidate c, lateral (${viewingsOfCandidate(windowFrom)}) v
    where v.was_there_until > c.since and v.started_at <= ${now}
  ), raw_span as materialized (${spans(sql`false`)}),
  same_player_twice as materialized (${samePlayerTwice}),
  mobile_player as materialized (${mobilePlayers}),
  visiting_player as materialized (${visitingPlayers}),
  stored_blocks as (${insertBlocks(now)}),
  line_network as materialized (
    select line_id, network,
      network <<= '100.64.0.0/10' or block = any(${blocksOf(carriers)}::inet[]) or bool_or(r.player is not null)
        or ${isShared(now)} as is_carrier, ${isMobile(carriers)} as is_mobile
    from watched left join mobile_player r using (line_id, player, block) group by line_id, network, block
  ), one_phone as materialized (
    select line_id from watched where ${isMobile(carriers)} group by line_id having count(distinct player) = 1
    except select line_id from same_player_twice
  ), separate_networks as materialized (${separateNetworks}),
  takeover as materialized (${takeovers}),
  span as materialized (${spans(sql`id in (select id from takeover)`)}),
  overlap as materialized (
    select a.line_id, a.network, b.network as other, greatest(a.starts, b.starts) as starts, least(a.ends, b.ends) as ends
    from span a join span b on b.line_id = a.line_id and b.network > a.network
    where least(a.ends, b.ends) - greatest(a.starts, b.starts) >= ${minutes(c.networkSwitchMinutes)}
      and ${areSeparate(sql`a`, sql`b`)}
  ), together_span as (${mergeTouching(sql`overlap`, 0)}),
  overlap_stats as (${overlapStats}),
  takeover_series as (${takeoverSeries}),
  found as (
    select line_id, coalesce(m.seconds, 0) as seconds, coalesce(m.times, 0) as times,
      coalesce(f.take_overs, 0) as take_overs, coalesce(f.moments, 0) as takeover_moments
    from overlap_stats m full join takeover_series f using (line_id)
    where m.seconds > ${c.togetherMinutes * 60} and m.times >= ${c.times} or f.is_enough
  ), evidence as (
    -- The counted intervals, each between two networks.
    select o.* from overlap o join found using (line_id)
    union all
    select p.line_id, p.network, p.other, p.at, p.at from takeover p join found f using (line_id) where f.take_overs > 0
  )
  select f.line_id, f.seconds::int as together_seconds, f.times::int, f.take_overs::int as take_overs,
    f.takeover_moments::int, s.since, s.until,
    array(select case family(n) when 4 then host(n) else n::text end from unnest(s.places) n order by n) as places,
    e.ids as viewing_ids
  from found f
  cross join lateral (
    select min(starts) as since, max(ends) as until,
      array(select network from evidence x where x.line_id = f.line_id union select other from evidence x where x.line_id = f.line_id) as places
    from evidence where line_id = f.line_id
  ) s
  cross join lateral (
    select array(
      select w.id from watched w
      where w.line_id = f.line_id and w.network = any(s.places) and exists (select from evidence o where o.line_id = w.line_id and w.network in (o.network, o.other)
          and w.starts <= o.ends and w.ends >= o.starts)
      order by w.started_at desc limit ${EVIDENCE_AT_MOST}) as ids
  ) e
  order by f.line_id`;

/** SQL: block of addresses (IPv4 /16, IPv6 /32) from which a carrier assigns an address. */
const block = sql`network(set_masklen(v.address, case family(v.address) when 4 then 16 else 32 end))::inet`;

/**
 * SQL: viewings of the line `c`. They are running, or they ended in the window and began at most a
 * day before it.
 */
const viewingsOfCandidate = (windowFrom: Date): Sql => {
  const columns = sql`v.id, v.line_id, v.stream_id, v.user_agent as player, household(v.address) as network,
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

/**
 * SQL: players seen in two networks at once. Each is in fact two players with the same user agent.
 */
const samePlayerTwice = sql`
  select distinct a.line_id, a.player, a.block, b.block as other
  from raw_span a join raw_span b on b.line_id = a.line_id and b.player = a.player and b.network > a.network
    and family(b.network) = family(a.network)
  where least(a.ends, b.ends) - greatest(a.starts, b.starts) >= ${minutes(c.networkSwitchMinutes)}`;

/**
 * SQL: selects the players that use several addresses of a block one after the other, for example a
 * phone.
 */
const mobilePlayers = sql`
  select line_id, player, block from watched group by line_id, player, block
  having count(distinct network) >= ${c.roamingAddresses}
  except select line_id, player, block from same_player_twice where other = block`;

/** SQL: selects the players that were seen in several blocks, but never in two blocks at once. */
const visitingPlayers = sql`
  select distinct line_id, player, block from (
    select line_id, player, block, min(block) over same_player <> max(block) over same_player as is_visiting
    from watched window same_player as (partition by line_id, player, family(block))
  ) w where is_visiting
  except select line_id, player, block from same_player_twice`;

/**
 * Stores which lines were seen in which blocks. Skips a row that was written within the last hour,
 * unless it receives its first `roamed_at` or `visited_at`.
 */
const insertBlocks = (now: Date): Sql => sql`
  insert into abuse_blocks as b (block, line_id, seen_at, roamed_at, visited_at)
  select block, line_id, ${now}, case when bool_or(r.player is not null) then ${now}::timestamptz end,
    case when bool_or(v.player is not null) then ${now}::timestamptz end
  from watched left join mobile_player r using (line_id, player, block)
    left join visiting_player v using (line_id, player, block) group by line_id, block
  on conflict (block, line_id) do update set seen_at = excluded.seen_at, roamed_at = coalesce(excluded.roamed_at, b.roamed_at),
    visited_at = coalesce(excluded.visited_at, b.visited_at)
  where b.seen_at < excluded.seen_at - interval '1 hour' or b.roamed_at is null and excluded.roamed_at is not null
    or b.visited_at is null and excluded.visited_at is not null`;

/**
 * SQL: selects the blocks of carriers. In such a block, many lines and a large share of all its
 * lines change their address. A carrier's block is mobile if the same thresholds are met by lines
 * that also watch from other blocks.
 */
export const carrierBlocks = (since: Date): Sql => sql`
  select block::text, ${areMany(sql`visited_at`, since)} as is_mobile from abuse_blocks where seen_at >= ${since}
  group by block having ${areMany(sql`roamed_at`, since)}`;

const areMany = (when: Sql, since: Date): Sql => sql`
  (count(*) filter (where ${when} >= ${since}) >= ${c.roamingLines}
    and count(*) filter (where ${when} >= ${since}) * ${c.roamingOneIn} >= count(*))`;

const blocksOf = (carriers: readonly CarrierBlock[]) => carriers.map(({ block: cidr }) => cidr);
const isMobile = (carriers: readonly CarrierBlock[]): Sql => sql`
  block = any(${blocksOf(carriers.filter((carrier) => carrier.isMobile))}::inet[])`;

const isShared = (now: Date): Sql => sql`${c.carrierLines} <= (
  select count(distinct o.line_id) from (
    select v.line_id from viewings v
    where household(v.address) = watched.network and v.address is not null
      and v.started_at > ${now}::timestamptz - make_interval(days => ${c.carrierDays}::int)
    order by v.started_at desc limit ${VIEWINGS_OF_ADDRESS}) o)`;

/** SQL: pairs of networks of a line that count as two households. */
const separateNetworks = sql`
  select a.line_id, a.network, b.network as other
  from line_network a join line_network b on b.line_id = a.line_id and b.network <> a.network and family(b.network) = family(a.network)
  where not (a.is_carrier and b.is_carrier)
    and not ((a.is_mobile or b.is_mobile) and a.line_id in (select line_id from one_phone))`;

/** SQL condition: players `a` and `b` belong to different households. */
const areSeparate = (a: Sql, b: Sql): Sql => sql`
  (${a}.line_id, ${a}.network, ${b}.network) in (select line_id, network, other from separate_networks)
  and (${a}.player = ${b}.player or not (${isAlsoSeenIn(a, b)} or ${isAlsoSeenIn(b, a)}))`;

const isAlsoSeenIn = (roaming: Sql, home: Sql): Sql => sql`
  ((${roaming}.line_id, ${home}.network, ${roaming}.player) in (select line_id, network, player from watched)
    and (${roaming}.line_id, ${roaming}.player) not in (select line_id, player from same_player_twice))`;

/**
 * SQL: viewings that ended because a network of another household started to watch at the same
 * moment. A player that continues the same stream only changed its network, which is not a
 * takeover.
 */
const takeovers = sql`
  select x.line_id, x.id, x.network, y.network as other, x.ended_at as at
  from watched x join watched y on y.line_id = x.line_id and y.started_at = x.ended_at and y.network <> x.network
  where x.ended_because = 'over-limit' and (x.player <> y.player or x.stream_id <> y.stream_id)
    and ${areSeparate(sql`x`, sql`y`)}`;

/**
 * SQL: spans, each of which is one player in one network without a break. After a viewing for which
 * `waits` is true, a longer break is allowed.
 */
const spans = (waits: Sql): Sql => sql`
  select line_id, network, block, player, min(starts) as starts, max(ends) as ends
  from (
    select *, count(*) filter (where is_new) over (partition by line_id, network, player order by starts, id) as n
    from (
      select *, starts > max(
          ends + case when ${waits} then ${minutes(c.returnMinutes)}
            else make_interval(secs => ${ZAP_SECONDS}) end
        ) over (partition by line_id, network, player order by starts, id
          rows between unbounded preceding and 1 preceding) is not false as is_new
      from watched
    ) w
  ) w group by line_id, network, block, player, n`;

/**
 * SQL: merges intervals that touch. Otherwise the time of three networks at once would count three
 * times.
 */
function mergeTouching(intervals: Sql, gapMinutes: number): Sql {
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

/**
 * SQL: time and number of moments in which several networks of a line watched at once. A long
 * moment counts once for each started `unbrokenMinutes`.
 */
const overlapStats = sql`
  select line_id, sum(seconds) as seconds, sum(greatest(1, ceil(seconds / ${c.unbrokenMinutes * 60}))) as times
  from (
    select m.line_id, m.starts, sum(extract(epoch from t.ends - t.starts)) as seconds
    from (${mergeTouching(sql`together_span`, c.momentGapMinutes)}) m
    join together_span t on t.line_id = m.line_id and t.starts between m.starts and m.ends
    group by m.line_id, m.starts
  ) m group by line_id`;

/**
 * SQL: takeovers between two networks of each line. Selects the pair of networks that meets the
 * criteria, or else the pair with the most takeovers.
 */
const takeoverSeries = sql`
  select distinct on (line_id) line_id, take_overs, moments,
    take_overs >= ${c.takeOvers} and least(there, take_overs - there) >= ${c.takeOvers / 3}
      and (moments >= ${c.times} or fought > ${minutes(c.togetherMinutes)}) as is_enough
  from (
    select line_id, count(*) as take_overs, count(*) filter (where network < other) as there,
      count(*) filter (where is_new) as moments, sum(at - before) filter (where not is_new) as fought
    from (
      select *, at > before + ${minutes(c.momentGapMinutes)} is not false as is_new
      from (
        select *, lag(at) over (partition by line_id, least(network, other), greatest(network, other) order by at) as before
        from takeover
      ) p
    ) p group by line_id, least(network, other), greatest(network, other)
  ) p
  order by line_id, is_enough desc, take_overs desc`;
