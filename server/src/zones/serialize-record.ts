/** SQL for lists that show the DNS record of a hostname in their rows. */
import sql, { type Sql } from 'sql-template-tag';

/**
 * Column: the record of a name as JSON; null without a record, and while the provider is the
 * sandbox.
 */
export const selectRecord = (name: Sql): Sql => sql`(
  select jsonb_build_object('state', r.state, 'ip', host(r.ip), 'found', coalesce(r.found, '{}'),
    'foundAtTimestamp', floor(extract(epoch from r.found_at)), 'problem', r.problem,
    'wasOurs', r.written is not null)
  from dns_records r, dns_settings d where r.name = ${name} and d.provider <> 'sandbox')`;

/**
 * Condition: the record of a name was edited outside the panel, so the panel does not determine its
 * target.
 */
export const editedByHand = (name: Sql): Sql => sql`exists (
  select from dns_records r, dns_settings d
  where r.name = ${name} and r.state = 'foreign' and d.provider <> 'sandbox')`;
