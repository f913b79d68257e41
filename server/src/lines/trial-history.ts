/** Tests given already to a number, and to others over the same connection. Source: contract/trial-history. */
import {
  SHARED_CONNECTION_LINES,
  TRIAL_DAYS,
  type TrialTally,
} from '@ramal/contract/trial-history';
import sql, { type Sql } from 'sql-template-tag';
import type { By } from '../foundation/actor.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { inTree } from '../resellers/tree.ts';

interface Counted {
  readonly tests: number;
  readonly own: number;
  readonly last: Date | null;
}

export async function readTrialHistory(house: House, by: By, number: string | null) {
  const since = new Date(house.clock.now().getTime() - TRIAL_DAYS * 86_400_000);
  const count = async (trials: Sql): Promise<TrialTally> => {
    const counted = await house.db.first<Counted>(sql`
      select count(*)::int as tests, max(t.created_at) as last,
        count(*) filter (where ${inTree(by.actor, sql`t.owner_id`)})::int as own
      from (${trials}) t`);
    const { tests, own, last } = counted!;
    return { tests, own, last_timestamp: last && unixSeconds(last) };
  };
  if (!number) return { number: none, connection: none };
  return {
    number: await count(givenTo(number, since)),
    connection: await count(overConnectionsOf(number, since)),
  };
}

const none: TrialTally = { tests: 0, own: 0, last_timestamp: null };

const givenTo = (number: string, since: Date): Sql => sql`
  select owner_id, created_at from lines
  where is_trial and whatsapp = ${number} and created_at > ${since}`;

/** Where this number's lines were watched, but for carriers' addresses; and whose tests else were watched there. */
const overConnectionsOf = (number: string, since: Date): Sql => sql`
  with seen as materialized (
    select distinct household(v.address) as place
    from lines l join viewings v on v.line_id = l.id
    where l.whatsapp = ${number} and l.deleted_at is null and v.address is not null and v.started_at > ${since}
  ), homes as materialized (
    select place from seen where ${SHARED_CONNECTION_LINES} > (
      select count(*) from (
        select distinct v.line_id from viewings v
        where household(v.address) = seen.place and v.address is not null and v.started_at > ${since}
        limit ${SHARED_CONNECTION_LINES}
      ) lines_there
    )
  )
  select distinct l.id, l.owner_id, l.created_at
  from homes join viewings v on household(v.address) = homes.place and v.address is not null and v.started_at > ${since}
    join lines l on l.id = v.line_id
  where l.is_trial and l.created_at > ${since} and l.whatsapp is distinct from ${number}`;
