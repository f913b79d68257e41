/**
 * Groups of line events. Creations and renewals of a month are counted from events, whatever
 * happens to the line later (Q-COUNTS). Home, reports and the log use only these conditions.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, raw } from 'sql-template-tag';

/** On the columns of `events`, or of what it is called in the statement. */
export function isInGroup(group: EventGroup, alias = 'events'): Sql {
  const kind = raw(`${alias}.kind`);
  const isTest = sql`coalesce(${raw(`${alias}.after`)} ? 'testHours', false)`;
  switch (group) {
    case 'new':
      // A test that became official is a new customer from then on (Q-TESTPROMOTE).
      return sql`(${kind} = 'line-promoted' or (${kind} = 'line-created' and not ${isTest}))`;
    case 'test':
      return sql`(${kind} = 'line-created' and ${isTest})`;
    case 'imported':
      return sql`(${kind} = 'line-imported')`;
    case 'migrated':
      return sql`(${kind} = 'line-taken-over' or (${kind} = 'line-migrated' and not ${isTest}))`;
    case 'renewed':
      return sql`(${kind} = 'line-extended')`;
  }
}
