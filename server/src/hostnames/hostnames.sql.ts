/** Selects hostnames together with their health. */
import type { DnsRecord, RegistrarKind } from '@ramal/contract/operations/dns-providers';
import { type Hostname, MAX_HOSTNAMES_LISTED } from '@ramal/contract/operations/hostnames';
import sql, { type Sql } from 'sql-template-tag';
import { formatDate, unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { inTree } from '../access/access.ts';
import { hasWallet } from '../credits/credits.ts';
import { selectRecord } from '../zones/zones.ts';
import { offerCredits } from './purchase/offers.ts';

export const HOSTNAME_KIND = 'hostname';

interface HostnameRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly priceCents: number | null;
  readonly renewCents: number | null;
  readonly renewalFailure: string | null;
  readonly registrar: RegistrarKind | null;
  readonly record: DnsRecord | null;
  readonly state: 'preparing' | 'active';
  readonly expiresAt: Date | null;
  readonly ownerId: number;
  /**
   * Null for an account above the viewer's direct parent, which the viewer may not see
   * (Q-LOGSCOPE).
   */
  readonly owner: string | null;
  readonly health: Hostname['health'];
  readonly downSince: Date | null;
  readonly answerMs: number | null;
  readonly blockedIn: string[];
  readonly isCurrent: boolean;
  readonly sharedWith: number;
  readonly rotationPlace: number | null;
  readonly isShared: boolean;
  readonly isUsed: boolean;
  readonly renewsItself: boolean;
}

/** SQL fragment: the health of hostname `h`. */
export const hostnameHealth: Sql = sql`coalesce((
  select case when t.state in ('up', 'suspect') then 'up' when t.state = 'unknown' then 'unknown' else 'down' end
  from probed_targets t where t.kind = ${HOSTNAME_KIND} and t.target_id = h.id), 'unknown')`;

/**
 * SQL fragment: true if `h` is the hostname that its owner's rotation currently uses. This is the
 * first hostname of the rotation that answers.
 */
const isCurrent: Sql = sql`coalesce(h.id = (
  select r.id from hostnames r
  join probed_targets p on p.kind = ${HOSTNAME_KIND} and p.target_id = r.id and p.state in ('up', 'suspect')
  where r.owner_id = h.owner_id and r.rotation_place is not null and r.removed_at is null and r.state = 'active'
  order by r.rotation_place limit 1), false)`;

/** Selects hostnames, newest first. The query names the hostnames `h` and their owners `a`. */
const selectHostnames = (viewer: ReaderAccount, condition: Sql): Sql => sql`
  select h.id, h.name, h.description, h.price_cents::int as price_cents, h.renew_cents::int as renew_cents,
    h.renewal_failure, h.registrar, ${selectRecord(sql`h.name`)} as record, h.state,
    h.expires_at, h.owner_id,
    case when ${inTree(viewer, sql`a.id`)}
      or a.id = (select parent_id from accounts where id = ${viewer.id}) then a.username end as owner,
    case when t.is_flapping then 'flapping' else ${hostnameHealth} end as health,
    case when t.is_flapping or t.state in ('down', 'returning') then t.since end as down_since,
    t.answer_ms,
    array(select c.network from name_checks c where c.host = h.name and c.blocked_at is not null order by 1) as blocked_in,
    ${isCurrent} as is_current,
    case when h.shared_at is null then 0
      else coalesce((select tree_resellers from tree_totals where account_id = h.owner_id), 0) end as shared_with,
    h.rotation_place, h.shared_at is not null as is_shared,
    not exists (select from unused_hostnames u where u.account_id = ${viewer.id} and u.hostname_id = h.id) as is_used,
    h.renews_itself
  from hostnames h join accounts a on a.id = h.owner_id
  left join probed_targets t on t.kind = ${HOSTNAME_KIND} and t.target_id = h.id
  where ${condition}
  order by h.id desc limit ${MAX_HOSTNAMES_LISTED}`;

export async function readHostnames(
  { db, config }: AppContext,
  actor: Actor,
  condition: Sql,
): Promise<Hostname[]> {
  const isSeller = hasWallet(actor);
  const rows = await db.many<HostnameRow>(selectHostnames(actor, condition));
  return rows.map((row) => {
    const { renewCents } = row;
    return {
      id: row.id,
      dns: row.name,
      description: row.description,
      buyValue: isSeller || row.priceCents === null ? null : row.priceCents / 100,
      // Registrars report a day, so the expiry is midnight UTC.
      dueDateFormatted: row.expiresAt && formatDate(row.expiresAt, 'UTC'),
      status: row.state === 'active' ? 1 : 0,
      health: row.health,
      downSinceTimestamp: row.downSince && unixSeconds(row.downSince),
      answerMs: row.answerMs,
      blockedIn: row.blockedIn,
      isRotation: row.rotationPlace !== null,
      isCurrent: row.isCurrent,
      order: row.rotationPlace,
      isShared: row.isShared,
      sharedWith: row.sharedWith,
      isActiveShared: row.isUsed,
      autorenew: row.renewsItself,
      creditsRenew: isSeller && renewCents !== null ? offerCredits(config, renewCents) : null,
      renewValue: isSeller || renewCents === null ? null : renewCents / 100,
      renewalFailure: row.renewalFailure,
      isSandbox: row.registrar === 'sandbox',
      record: row.record,
      idRes: row.owner === null ? 0 : row.ownerId,
      owner: row.owner ?? '',
    };
  });
}

/** SQL condition on `h`: an ancestor shares the hostname with this account. */
export const isSharedWith = (accountId: number): Sql => sql`
  h.shared_at is not null and h.removed_at is null and h.state = 'active' and h.owner_id <> ${accountId}
  and h.owner_id = any(array(select unnest(ancestors) from accounts where id = ${accountId}))`;
