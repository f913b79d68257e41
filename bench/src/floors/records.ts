/**
 * Statements in hand-written SQL for home screen, tree, statement and movements. They use no code
 * of the product.
 */
import type { Fixture } from '../fixture.ts';
import type { Work } from '../load.ts';

/**
 * Returns a unit of work that sends one statement. `valuesOf` returns the parameters of the
 * statement for the calling account.
 */
export const statement =
  (name: string, text: string, valuesOf: (fixture: Fixture, client: number) => unknown[]) =>
  (fixture: Fixture): Work =>
  async (client) => {
    await fixture.pool.query({ name: `floor-${name}`, text, values: valuesOf(fixture, client) });
  };

/**
 * Reads the figures of one account, the figures of its tree, its balance, and its new lines of this
 * month. Parameter $1 is the account.
 */
export const HOME = `
  select own.*, t.*, w.balance, began.*,
    (select count(distinct line_id) from presence
      where owner_id = $1 and last_seen_at > now() - interval '45 seconds') as online
  from (
    select count(*) filter (where platform = 'iptv' and status = 1 and expires_at > now()) as iptv,
      count(*) filter (where platform <> 'iptv' and status = 1 and expires_at > now()) as p2p,
      count(*) filter (where status = 2 and expires_at > now()) as tests,
      count(*) filter (where status = 1 and expires_at between now() and now() + interval '7 days') as expiring
    from lines where owner_id = $1 and deleted_at is null
  ) own
  left join tree_totals t on t.account_id = $1
  left join wallets w on w.account_id = $1 and w.kind = 'balance'
  cross join (
    select count(*) filter (where kind = 'line-created') as created, count(*) filter (where kind = 'line-imported') as imported
    from events where account_id = $1 and at >= date_trunc('month', now())
      and kind in ('line-created', 'line-promoted', 'line-imported')
  ) began`;

/**
 * Reads the children of an account with their figures, the largest networks first. Parameter $1 is
 * the parent account.
 */
export const LEVEL = `
  select a.id, a.username, a.whatsapp, a.blocked_at, a.created_at, w.balance, t.*, count(*) over () as total
  from accounts a
  left join tree_totals t on t.account_id = a.id
  left join wallets w on w.account_id = a.id and w.kind = 'balance'
  where a.parent_id = $1 and a.deleted_at is null
  order by coalesce(t.own_iptv_actives + t.own_p2p_actives + t.tree_iptv_actives + t.tree_p2p_actives, 0) desc, a.id
  limit 50`;

/**
 * Reads the first page of the statement of all accounts for half a year: the newest month, sorted
 * by name. Also reads the totals by kind.
 */
export const STATEMENT_OF_ALL = `
  with page as (
    select m.month, a.username, m.kind, m.hundredths, m.value_cents
    from accounts a join movement_months m on m.account_id = a.id
      and m.month = (select max(month) from movement_below_months where account_id = 0)
    order by lower(a.username), m.kind limit 50
  ), totals as (
    select kind, sum(hundredths) as hundredths, sum(value_cents) as cents from movement_below_months
    where account_id = 0 and month > date_trunc('month', now()) - interval '6 months' group by kind
  )
  select (select json_agg(page) from page) as page, (select json_agg(totals) from totals) as totals,
    (select count(*) from (select from movement_months
      where month > date_trunc('month', now()) - interval '6 months' limit 10001) counted) as total`;

/** Reads the statement of one account for half a year. Parameter $1 is the account. */
export const STATEMENT_OF_ONE = `
  with sums as (
    select month, kind, hundredths, value_cents from movement_months
    where account_id = $1 and month > date_trunc('month', now()) - interval '6 months'
  )
  select (select json_agg(page) from (select * from sums order by month desc, kind limit 50) page) as page,
    (select json_agg(totals) from (select kind, sum(hundredths), sum(value_cents) from sums group by kind) totals) as totals,
    (select count(*) from sums) as total`;

/**
 * Reads the newest entries of a wallet, incoming and outgoing. Counts at most 10,001 entries in
 * each direction. Parameter $1 is the wallet.
 */
export const MOVEMENTS = `
  with near as materialized (
    select id from (
      (select id from entries where to_wallet = $1 order by id desc limit 50)
      union all
      (select id from entries where from_wallet = $1 order by id desc limit 50)
    ) sides order by id desc limit 50
  )
  select e.*, f.account_id as from_account, t.account_id as to_account, l.username as line,
    (select count(*) from (
      (select from entries where to_wallet = $1 limit 10001) union all (select from entries where from_wallet = $1 limit 10001)
    ) counted) as total
  from near join entries e using (id)
  left join wallets f on f.id = e.from_wallet left join wallets t on t.id = e.to_wallet
  left join lines l on l.id = e.line_id
  order by e.id desc`;

/**
 * Reads the entries of a wallet whose note, line or counterparty matches a pattern. Parameters: $1
 * is the wallet, $2 the pattern, $3 the account of the wallet. Each line and account is compared
 * with the pattern once. Entries are read from the index of the wallet, except the few entries with
 * a note.
 */
export const MOVEMENTS_SEARCHED = `
  with lines_named as materialized (
    select id from lines where owner_id = $3 and deleted_at is null and (search || '') like $2 and fold(username) like $2
  ), wallets_named as materialized (
    select w.id from accounts a join wallets w on w.account_id = a.id
    where a.search like $2 and fold(a.username) like $2 and a.ancestors @> array[$3::bigint]
  ), told as materialized (
    select id from entries where from_wallet = $1 and (note is not null or unit_price_cents is not null) and fold(note) like $2
  ), found as materialized (
    select id from entries where from_wallet = $1 and (id in (select id from told)
      or line_id in (select id from lines_named) or to_wallet in (select id from wallets_named))
    union all
    select id from entries where to_wallet = $1 and (fold(note) like $2 or from_wallet in (select id from wallets_named))
  )
  select e.*, (select count(*) from found) as total
  from (select id from found order by id desc limit 50) page join entries e using (id) order by e.id desc`;
