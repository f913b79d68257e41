/**
 * Defines groups of line events. Creations and renewals of a month are counted from events, so a
 * later change of a line does not change the counts (Q-COUNTS). The home screen, the reports and
 * the log use only these conditions.
 */
import type { EventGroup } from '@ramal/contract/logs';
import sql, { type Sql, raw } from 'sql-template-tag';
import { isNotUndone } from './undone-events.ts';

/**
 * SQL condition on the columns of `events`: the event is in the group. `alias` is the name of the
 * table in the statement.
 */
export function isInGroup(group: EventGroup, alias = 'events'): Sql {
  const kind = raw(`${alias}.kind`);
  const isTest = sql`coalesce(${raw(`${alias}.after`)} ? 'testHours', false)`;
  switch (group) {
    case 'new':
      // When a test becomes official, it counts as a new customer at that time (Q-TESTPROMOTE).
      return sql`(${kind} = 'line-promoted' or (${kind} = 'line-created' and not ${isTest}))`;
    case 'test':
      return sql`(${kind} = 'line-created' and ${isTest})`;
    case 'imported':
      return sql`(${kind} = 'line-imported')`;
    case 'migrated':
      return sql`(${kind} = 'line-taken-over' or (${kind} = 'line-migrated' and not ${isTest}))`;
    case 'renewed':
      return sql`(${kind} = 'line-extended' and ${isNotUndone(alias)})`;
  }
}
