import type pg from 'pg';
import { FIRST_NAMES, PLACES, SURNAMES } from './random.ts';
import type { Size } from './size.ts';

/**
 * Creates lines in the order of their sale over three years. The lines of different owners
 * alternate, so that an owner's lines are spread over the table. Large owners sell only IPTV, so
 * that they have one long list.
 */
export async function makeLines(owner: pg.Client, size: Size): Promise<void> {
  await makeQuotas(owner, size);
  await owner.query(
    `
    insert into lines (id, platform, owner_id, username, password, is_trial, is_on, expires_at,
      created_at, note, whatsapp, package_id, product_id, test_hours, trusted_at, abuse_reasons, short_code, origin)
    select id, platform, owner_id,
      -- A permutation of the nine-digit numbers.
      (100000000 + id * 611953417 % 900000000)::text,
      left(translate(encode(decode(md5('password' || id), 'hex'), 'base64'), '+/=0O1lI', 'abcdefgh'), 8),
      state = 'test', state <> 'off', expires_at, created_at,
      pg_temp.pick(${FIRST_NAMES}, id, 11) || ' ' || pg_temp.pick(${SURNAMES}, id, 12)
        || case when pg_temp.chance(id, 13) < 0.3 then ' ' || pg_temp.pick(${PLACES}, id, 14) else '' end,
      case when pg_temp.chance(id, 15) < 0.7
        then '55' || (11 + id % 80) || '9' || (10000000 + id * 48271 % 89999999) end,
      case when platform = 'iptv' then 1 + id % 2 end,
      case when platform <> 'iptv' then 1 + id % 2 end,
      case when state = 'test' then 6 end,
      case when state = 'active' and id % 11 = 0 then created_at end,
      case when id % 2000 = 7 then 'Conexões demais' else '' end,
      left(translate(encode(decode(md5('short' || id), 'hex'), 'base64'), '+/=', 'abc'), 12),
      pg_temp.pick(array['own', 'own', 'own', 'storefront', 'chatbot', 'referral', 'import'], id, 16)
    from (
      select *, case state
        -- Most were sold for a month, so most of those that run end within one.
        when 'active' then now() + (pg_temp.chance(id, 21) ^ 3 * 180 + 0.02) * interval '1 day'
        when 'expired' then now() - pg_temp.chance(id, 21) ^ 2 * 700 * interval '1 day'
        when 'off' then now() + (pg_temp.chance(id, 21) - 0.5) * interval '300 days'
        else created_at + interval '6 hours' end as expires_at
      from (
        select id, owner_id, platform, state,
          case when state = 'test' and id % 20 = 0 then now() - pg_temp.chance(id, 22) * interval '5 hours'
            else now() - (1 - id::float8 / $1) * interval '3 years' - interval '1 hour' end as created_at
        from (
          select id, owner_id,
            case when is_large or pg_temp.chance(id, 31) < 0.6 then 'iptv'
              when pg_temp.chance(id, 31) < 0.85 then 'p2p' else 'new-p2p' end as platform,
            case when pg_temp.chance(id, 32) < 0.62 then 'active' when pg_temp.chance(id, 32) < 0.90 then 'expired'
              when pg_temp.chance(id, 32) < 0.95 then 'off' else 'test' end as state
          from (
            select owner_id, is_large,
              row_number() over (order by hashint8extended(owner_id * 1000003 + n, 33)) as id
            from quotas, generate_series(1, lines) n
          ) numbered
        ) drawn
      ) dated
    ) ending`,
    [size.lines],
  );
  await owner.query(`
    insert into last_watched (line_id, at, title)
    select id, least(expires_at, now()) - pg_temp.chance(id, 41) * interval '2 days', 'Canal ' || id % 300
    from lines where platform = 'iptv' and status = 1`);
}

/**
 * Computes the number of lines of each reseller: `linesOfLarge` for the large ones, 20 to 80 for
 * the others.
 */
async function makeQuotas(owner: pg.Client, size: Size): Promise<void> {
  const others = size.resellers - size.largeOwners;
  const left = size.lines - size.largeOwners * size.linesOfLarge;
  await owner.query(
    `create temp table quotas as
     with weights as (
       select id, row_number() over (order by id) as place, 20 + floor(pg_temp.chance(id, 5) * 61) as weight
       from accounts where profile <> 'admin'
     ), shares as (
       select id, place, weight / sum(weight) filter (where place > $1) over () * $2 as share from weights
     ), rounded as (
       select id, place, floor(share) as lines,
         sum(floor(share)) filter (where place > $1) over () as given
       from shares
     )
     select id as owner_id, place <= $1 as is_large,
       case when place <= $1 then $3
         -- What rounding left over goes to the next ones, one each.
         else lines + case when place - $1 <= $2 - given then 1 else 0 end end::int as lines
     from rounded`,
    [size.largeOwners, left, size.linesOfLarge],
  );
  if (others < 1) throw new RangeError('too few lines for a tree');
}
