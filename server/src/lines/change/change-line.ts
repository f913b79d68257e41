/**
 * Writes the changed columns and the event of an action on a line in one statement. If the password
 * changes, the same statement creates a new short code and revokes the renewal links
 * (Q-SHORTLINKPASS). Portal sessions and stream tokens are signed with the password, so they become
 * invalid too.
 */
import sql, { type Sql, join, raw } from 'sql-template-tag';
import { type Ctes, type Tx, combineCtes } from '../../foundation/database.ts';
import { type EventOrigin, insertEventCte } from '../../events/events.ts';
import { newShortCode } from '../../player/player.ts';
import { type UndoableAct, undoStepCtes } from '../../undo/undo.ts';
import type { LineRef } from '../find-accessible-line.ts';
import { toColumnName, type Line, type LineDetails } from '../line.ts';

/** Columns that an action may change. An absent column keeps its value. */
export type LineUpdate = Partial<
  Pick<
    Line,
    | 'platform'
    | 'username'
    | 'password'
    | 'isTrial'
    | 'isOn'
    | 'expiresAt'
    | keyof LineDetails
    | 'packageId'
    | 'bouquetIds'
    | 'productId'
    | 'trustedAt'
    | 'rolledBackFrom'
    | 'deletedAt'
    | 'blockedForAbuseAt'
    | 'abuseReasons'
  >
> & {
  /** The detection of abuse ignores viewings before this time. */
  readonly abuseCountsFrom?: Date;
};

type WrittenUpdate = LineUpdate & { readonly shortCode?: string };

interface LineEvent {
  /** Kind of the event, for example `line-extended`. */
  readonly kind: string;
  readonly change: LineUpdate;
  /**
   * True if the short link stays valid after a new password, because the customer only forgot the
   * old one.
   */
  readonly keepsShortCode?: boolean;
  /** Data of the event, without passwords. */
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  /**
   * Additional CTEs of the same statement, such as a charge or a stored response of an idempotency
   * key.
   */
  readonly parts?: Ctes;
  /**
   * True if this is the last statement of the transaction and its text has few variants. It is then
   * a prepared statement and is sent together with the commit.
   */
  readonly isLast?: true;
  /** Act that the account may undo. Undefined if the change cannot be undone. */
  readonly undo?: UndoableAct | undefined;
  /** Hundredths of a credit that the CTE `entry` of `parts` charges. */
  readonly hundredths?: number;
}

/** A line to change, and the act that its account may undo. */
export interface LineChange extends LineRef {
  readonly undo?: UndoableAct | undefined;
}

/** `actor.id` is null for changes by the system. */
interface ActedBy {
  readonly actor: { readonly id: number | null };
  readonly requestMeta: EventOrigin;
}

export async function changeLine(
  tx: Tx,
  caller: ActedBy,
  line: Line,
  act: LineEvent,
): Promise<Line> {
  const event = insertEventCte(caller.requestMeta, {
    kind: act.kind,
    actorId: caller.actor.id,
    accountId: line.ownerId,
    lineId: line.id,
    ...(act.before ? { before: act.before } : {}),
    ...(act.after ? { after: act.after } : {}),
  });
  const change = withNewShortCode(act);
  const written = combineCtes({
    ...act.parts,
    ...(change.password === undefined ? {} : { renewalLinks: revokeRenewalLinksCte(line.id) }),
    event: act.undo ? sql`${event} returning id` : event,
    ...(act.undo ? undoStep(act.undo, line.id, act) : {}),
    line: updating(line.id, change),
  });
  await (act.isLast ? tx.finish(written, 'prepared') : tx.run(written));
  return { ...line, ...change };
}

/** CTE: stores the former values of the columns that the act changes. */
const undoStep = (undo: UndoableAct, id: number, { change, hundredths = 0 }: LineEvent): Ctes =>
  undoStepCtes(undo, {
    kind: 'line',
    subjectId: id,
    hundredths,
    former: formerValues(id, Object.keys(change).map(toColumnName)),
  });

/**
 * SQL: the values of these columns before the statement, and the paid period. Read in SQL, because
 * a Date has no microseconds.
 */
const formerValues = (id: number, columns: readonly string[]): Sql => sql`(
  select jsonb_build_object(
    'columns', ${columns.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${pairs(columns)})`},
    'period', (select period from line_prices where line_id = ${id}))
  from lines where id = ${id})`;

const pairs = (columns: readonly string[]): Sql =>
  join(
    columns.map((column) => sql`${raw(`'${column}'`)}, ${raw(column)}`),
    ', ',
  );

const withNewShortCode = ({ change, keepsShortCode = false }: LineEvent): WrittenUpdate =>
  change.password === undefined || keepsShortCode
    ? change
    : { ...change, shortCode: newShortCode() };

const revokeRenewalLinksCte = (lineId: number): Sql => sql`
  update renewal_links set revoked_at = now() where line_id = ${lineId} and revoked_at is null`;

function updating(id: number, change: WrittenUpdate): Sql {
  const set = Object.entries(change).map(
    ([name, value]) => sql`${raw(toColumnName(name))} = ${value as unknown}`,
  );
  return set.length === 0
    ? sql`select 1`
    : sql`update lines set ${join(set, ', ')} where id = ${id}`;
}
