/**
 * Defines groups of line events. Creations and renewals of a month are counted from events, so that
 * later changes of a line do not change the counts (Q-COUNTS). Home screen, reports and log use
 * only these conditions.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, raw } from 'sql-template-tag';

/** Condition on the columns of `events`; `alias` is the table's name in the statement. */
export function isInGroup(group: EventGroup, alias = 'events'): Sql {
  const kind = raw(`${alias}.kind`);
  const isTest = sql`coalesce(${raw(`${alias}.after`)} ? 'testHours', false)`;
  switch (group) {
    case 'new':
      // A test that becomes official counts as a new customer at that time (Q-TESTPROMOTE).
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
