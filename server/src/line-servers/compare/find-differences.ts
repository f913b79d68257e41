/**
 * Finds the differences between one page of a server's lines and the lines that the panel assigns
 * to the server.
 */
import type { DifferenceKind } from '@ramal/contract/operations/line-servers';
import sql from 'sql-template-tag';
import type { Reader } from '../../foundation/database.ts';
import { isNameOfLine } from '../line-servers.sql.ts';
import type { LinePlatform, RemoteLine } from '../port.ts';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly lineId: number | null;
  readonly remoteId: string | null;
  readonly username: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A line that is assigned to the server. */
interface PlacedLine {
  readonly placeId: number;
  readonly lineId: number;
  readonly remoteId: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  /** True if no push is pending, and the last push ended before the comparison began. */
  readonly isSettled: boolean;
}

interface ComparedPage {
  readonly differences: readonly Difference[];
  /** Ids of the panel's placements that were found on this page. */
  readonly seen: readonly number[];
}

interface ComparedServer {
  readonly id: number;
  readonly platform: LinePlatform;
  readonly begunAt: Date;
}

export async function comparePage(
  reader: Reader,
  server: ComparedServer,
  page: readonly RemoteLine[],
): Promise<ComparedPage> {
  const { id: serverId, begunAt } = server;
  const placed = await reader.many<PlacedLine>(sql`
    select sl.id as place_id, sl.line_id, sl.remote_id, l.username, l.password,
      l.expires_at, l.is_on, l.blocked_for_abuse_at is not null as is_blocked,
      ${isSettled(begunAt)} as is_settled
    from server_lines sl join lines l on l.id = sl.line_id
    where sl.server_id = ${serverId} and sl.remote_id = any(${page.map(({ id }) => id)}::text[])`);
  const byRemoteId = new Map(placed.map((line) => [line.remoteId, line]));
  const unknownLines = await readMarks(
    reader,
    server,
    page.filter(({ id }) => !byRemoteId.has(id)),
  );
  const marked = await markedLines(reader, serverId, unknownLines);
  return {
    seen: placed.map(({ placeId }) => placeId),
    differences: [
      ...page.flatMap((remote) => {
        const here = byRemoteId.get(remote.id);
        return here?.isSettled ? differencesOf(here, remote) : [];
      }),
      ...unknownLines.flatMap((remote) => unknownLineDifference(remote, marked)),
    ],
  };
}

/**
 * Reads each unknown line separately if the list omits columns. Only the full row contains the mark
 * of the owner. Lines that the last comparison already reported as unknown are not read again.
 */
async function readMarks(
  reader: Reader,
  { id: serverId, platform }: ComparedServer,
  unknownLines: readonly RemoteLine[],
): Promise<readonly RemoteLine[]> {
  const unread = unknownLines.filter(({ mark, isWhole }) => mark === 'none' && !isWhole);
  if (unread.length === 0) return unknownLines;
  const listed = await reader.many<{ remoteId: string }>(sql`
    select remote_id from line_differences
    where server_id = ${serverId} and kind = 'missing-here'
      and remote_id = any(${unread.map(({ id }) => id)}::text[])`);
  const reportedIds = new Set(listed.map(({ remoteId }) => remoteId));
  const read = new Map<string, RemoteLine | undefined>();
  for (const { id } of unread) if (!reportedIds.has(id)) read.set(id, await platform.read(id));
  return unknownLines.flatMap((line) => (read.has(line.id) ? (read.get(line.id) ?? []) : line));
}

/**
 * SQL condition on `server_lines sl`: no push is pending, and the last push ended before the
 * comparison began.
 */
export const isSettled = (begunAt: Date) =>
  sql`(sl.revision = sl.pushed_revision and coalesce(sl.pushed_at < ${begunAt}, true))`;

interface MarkedLine {
  readonly remoteId: string;
  /** True if a push of our line with the marked id is pending. */
  readonly isUnderway: boolean;
  /** True if the remote user name is the current or a former name of our line. */
  readonly isNamed: boolean;
}

type MarkedLines = ReadonlyMap<string, MarkedLine>;

/** Returns the unknown lines whose mark contains the id of an existing line. */
async function markedLines(
  reader: Reader,
  serverId: number,
  unknownLines: readonly RemoteLine[],
): Promise<MarkedLines> {
  const marked = unknownLines.flatMap(({ id: remoteId, lineId, username }) =>
    lineId === undefined ? [] : { remoteId, lineId, username },
  );
  if (marked.length === 0) return new Map();
  const rows = await reader.many<MarkedLine>(sql`
    select m."remoteId", exists (select from server_lines sl where sl.line_id = l.id
        and sl.server_id = ${serverId} and sl.revision > sl.pushed_revision) as is_underway,
      ${isNameOfLine(sql`l.id`, sql`m.username`)} as is_named
    from jsonb_to_recordset(${JSON.stringify(marked)}::jsonb)
      as m ("remoteId" text, "lineId" bigint, username text) join lines l on l.id = m."lineId"`);
  return new Map(rows.map((row) => [row.remoteId, row]));
}

/**
 * Returns the difference for a remote line that is not assigned to the server. If the line has our
 * mark, an earlier push created it, and the answer to that push was lost.
 */
function unknownLineDifference(remote: RemoteLine, marked: MarkedLines): Difference[] {
  const markedLine = marked.get(remote.id);
  if (markedLine?.isUnderway) return [];
  const isOurs = markedLine !== undefined && (remote.mark === 'ours' || markedLine.isNamed);
  return [
    {
      kind: isOurs ? 'left-behind' : 'missing-here',
      lineId: isOurs ? remote.lineId! : null,
      remoteId: remote.id,
      username: remote.username,
      ours: '',
      theirs: expiryText(remote.expiresAt),
    },
  ];
}

function differencesOf(here: PlacedLine, remote: RemoteLine): Difference[] {
  const toDifference = (kind: DifferenceKind, ours: string, theirs: string): Difference => ({
    kind,
    lineId: here.lineId,
    remoteId: remote.id,
    username: here.username,
    ours,
    theirs,
  });
  const differences: Difference[] = [];
  const [ends, status] = [expiryText(here.expiresAt), statusText(here)];
  if (here.username !== remote.username)
    differences.push(toDifference('username', here.username, remote.username));
  // Passwords are never stored in a difference.
  if (here.password !== remote.password) differences.push(toDifference('password', '', ''));
  if (ends !== expiryText(remote.expiresAt))
    differences.push(toDifference('expiry', ends, expiryText(remote.expiresAt)));
  if (status !== statusText(remote))
    differences.push(toDifference('status', status, statusText(remote)));
  return differences;
}

/** Formats a time in whole seconds, as servers store it; empty for lines without an end. */
export const expiryText = (at: Date | null): string =>
  at ? new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString() : '';

export type LineStatus = 'on' | 'off' | 'blocked';

const statusText = ({ isOn, isBlocked }: Pick<RemoteLine, 'isOn' | 'isBlocked'>): LineStatus => {
  if (isBlocked) return 'blocked';
  return isOn ? 'on' : 'off';
};
