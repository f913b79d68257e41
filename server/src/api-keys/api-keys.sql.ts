/** Reads API keys with the use of their valid secrets, and converts them to responses. */
import type { ApiKey, ApiScope } from '@ramal/contract/api-keys';
import { fromHundredths } from '@ramal/contract/rules/money';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { localDay, unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';

interface SecretRow {
  readonly publicId: string;
  readonly createdAt: number;
  readonly endsAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastUsedIp: string | null;
}

interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: ApiScope[];
  readonly addresses: string[];
  readonly endsAt: Date | null;
  readonly dayLimit: number | null;
  readonly spent: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly isExternal: boolean;
  readonly isActive: boolean;
  readonly refusedIp: string | null;
  readonly refusedAt: Date | null;
  readonly secrets: SecretRow[];
}

/** Returns the keys `k` that match the condition, newest first. */
export async function readKeys(
  { clock }: AppContext,
  reader: Reader,
  which: Sql,
): Promise<ApiKey[]> {
  const now = clock.now();
  const rows = await reader.many<KeyRow>(sql`
    select k.id, k.name, k.scopes, array(select abbrev(one) from unnest(k.addresses) one) as addresses,
      least(k.ends_at, k.revoked_at) as ends_at, k.day_limit,
      case when k.spent_on = ${localDay(now, clock.timeZone)}::date then k.spent else 0 end as spent,
      made_by.username as created_by, k.created_at, k.is_external,
      ${isActive(now)} as is_active,
      host(k.refused_ip) as refused_ip, k.refused_at,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'publicId', s.public_id, 'createdAt', floor(extract(epoch from s.created_at)),
          'endsAt', floor(extract(epoch from s.ends_at)), 'lastUsedAt', floor(extract(epoch from s.last_used_at)),
          'lastUsedIp', host(s.last_used_ip)) order by s.id desc)
        from api_key_secrets s where s.key_id = k.id and (s.ends_at is null or s.ends_at > ${now})
      ), '[]') as secrets
    from api_keys k join accounts made_by on made_by.id = k.created_by
    where ${which} order by k.id desc`);
  return rows.map(keyOf);
}

/** SQL condition on `k`: the key is neither revoked nor expired. */
export const isActive = (now: Date): Sql =>
  sql`(k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now}))`;

const seconds = (at: Date | null): number | null => at && unixSeconds(at);

const keyOf = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  addresses: row.addresses,
  endsAtTimestamp: seconds(row.endsAt),
  creditsADay: row.dayLimit === null ? null : fromHundredths(row.dayLimit),
  creditsToday: fromHundredths(row.spent),
  createdBy: row.createdBy,
  createdAtTimestamp: unixSeconds(row.createdAt),
  isExternal: row.isExternal,
  active: row.isActive,
  refusedIp: row.refusedIp,
  refusedAtTimestamp: seconds(row.refusedAt),
  secrets: row.secrets.map((secret) => ({
    prefix: `rml_${secret.publicId}`,
    createdAtTimestamp: secret.createdAt,
    endsAtTimestamp: secret.endsAt,
    lastUsedAtTimestamp: secret.lastUsedAt,
    lastUsedIp: secret.lastUsedIp,
  })),
});
