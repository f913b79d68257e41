/** A kept record as lists show it beside their own rows. */
import sql, { type Sql } from 'sql-template-tag';

/** Column: the record of a name as JSON; null where none is kept, and while the provider is the sandbox. */
export const selectRecord = (name: Sql): Sql => sql`(
  select jsonb_build_object('state', r.state, 'ip', host(r.ip), 'found', coalesce(r.found, '{}'),
    'found_at_timestamp', floor(extract(epoch from r.found_at)), 'problem', r.problem,
    'was_ours', r.written is not null)
  from dns_records r, dns_settings d where r.name = ${name} and d.provider <> 'sandbox')`;

/** Condition: somebody else edited the record of a name, so that it leads nowhere that the panel decides. */
export const editedByHand = (name: Sql): Sql => sql`exists (
  select from dns_records r, dns_settings d
  where r.name = ${name} and r.state = 'foreign' and d.provider <> 'sandbox')`;
