/**
 * Everything that happened, append-only. The room that changes something records it in the same
 * statement; secrets never come here: no passwords, no codes, no tokens.
 */
import sql, { type Sql } from 'sql-template-tag';
import type { Origin } from '../foundation/actor.ts';

export interface Happening {
  /** Verb in the past, with its object: `line-extended`. */
  readonly kind: string;
  readonly actorId: number | null;
  /** Whose business it is: owner of the object. */
  readonly accountId: number | null;
  readonly lineId?: number;
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
}

/** Part: one event. */
export const recording = (origin: Origin, what: Happening): Sql => sql`
  insert into events (kind, actor_id, account_id, line_id, before, after, address, request)
  values (${what.kind}, ${what.actorId}, ${what.accountId}, ${what.lineId ?? null},
    ${json(what.before)}::jsonb, ${json(what.after)}::jsonb, ${origin.address}::inet, ${origin.request})`;

/** Who did what stays; from where is forgotten (Q-RETENTION). The table lets nothing else be changed. */
export const forgettingAddresses = (before: Date): Sql =>
  sql`update events set address = null where at < ${before} and address is not null`;

const json = (value: Record<string, unknown> | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
