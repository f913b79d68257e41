/**
 * Settles the chosen differences. Values of the server are read again then, because the comparison
 * may be old and stores no passwords.
 */
import type {
  DifferenceKind,
  SettleAct,
  settleLineDifferences as declaration,
} from '@ramal/contract/operations/line-servers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { violatedConstraint } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Caller } from '../../foundation/caller.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { changeLine, lockUndeletedLine } from '../../lines/lines.ts';
import { findServer } from '../line-servers.sql.ts';
import { openPlatform } from '../create-platform.ts';
import { isLineRejected, isServerClosed, type LinePlatform, type RemoteLine } from '../port.ts';
import { removeRemoteOnlyLine } from './remove-remote-only.ts';

interface ChosenDifference {
  readonly id: number;
  readonly kind: DifferenceKind;
  readonly lineId: number | null;
  readonly remoteId: string | null;
  readonly username: string;
}

/** Reason why a difference was not settled; undefined if it was settled. */
type Outcome = string | undefined;

interface SettleContext {
  readonly ctx: AppContext;
  readonly caller: Caller;
  readonly serverId: number;
  readonly platform: LinePlatform;
}

export async function settleDifferences(
  ctx: AppContext,
  call: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const { params, body } = call;
  const server = (await findServer(ctx.db, params.id)) ?? refuse('line_server_not_found');
  const platform = await openPlatform(ctx, server);
  const settling = { ctx, caller: call, serverId: server.id, platform };
  const chosen = await ctx.db.many<ChosenDifference>(sql`
    select id, kind, line_id, remote_id, username from line_differences
    where server_id = ${server.id} and id = any(${body.ids}::bigint[]) order by id`);
  const left: { id: number; username: string; reason: string }[] = [];
  let silent: string | undefined;
  for (const difference of chosen) {
    const reason =
      silent ?? (await settleOne(settling, difference, body.act, (why) => (silent = why)));
    if (reason !== undefined)
      left.push({ id: difference.id, username: difference.username, reason });
  }
  const settled = chosen.length - left.length;
  return { message: messageOf(settled, body.act), settled, left };
}

const messageOf = (settled: number, act: SettleAct): string => {
  if (act === 'ignore') return 'Deixadas como estão';
  if (act === 'list') return 'De volta à lista';
  return settled === 1 ? '1 diferença resolvida' : `${settled} diferenças resolvidas`;
};

/**
 * Settles one difference. Calls `onSilent` if the server does not answer or rejects the key. The
 * server then receives no requests for the other differences.
 */
async function settleOne(
  settling: SettleContext,
  difference: ChosenDifference,
  act: SettleAct,
  onSilent: (reason: string) => void,
): Promise<Outcome> {
  const { ctx } = settling;
  if (act === 'ignore' || act === 'list') {
    const at = act === 'ignore' ? ctx.clock.now() : null;
    await ctx.db.tx((tx) =>
      tx.run(sql`update line_differences set ignored_at = ${at} where id = ${difference.id}`),
    );
    return undefined;
  }
  try {
    if (act === 'ours') return await pushPanelValues(settling, difference);
    if (act === 'theirs') return await adoptRemoteValues(settling, difference);
    if (difference.kind !== 'left-behind' && difference.kind !== 'missing-here')
      return 'Esta linha existe nos dois lados.';
    return await removeRemoteLine(settling, difference);
  } catch (error) {
    if (isLineRejected(error)) return error.message;
    if (!isServerClosed(error)) throw error;
    onSilent(error.message);
    return error.message;
  }
}

const removeRemoteLine = (
  { ctx, platform, serverId }: SettleContext,
  difference: ChosenDifference,
): Promise<Outcome> =>
  removeRemoteOnlyLine(ctx.db, platform, {
    ...difference,
    serverId,
    remoteId: difference.remoteId!,
  });

/**
 * Pushes the panel's values to the server, or deletes a line there that the panel no longer uses.
 * Refuses a line that only the server has.
 */
async function pushPanelValues(
  settling: SettleContext,
  difference: ChosenDifference,
): Promise<Outcome> {
  if (difference.kind === 'missing-here')
    return 'Esta linha não é do painel. Use «Trazer linhas deste servidor».';
  if (difference.kind === 'left-behind') return removeRemoteLine(settling, difference);
  const { ctx, serverId } = settling;
  await ctx.db.tx(async (tx) => {
    await tx.first(sql`
      select push_server_lines(array(select id from server_lines
        where server_id = ${serverId} and line_id = ${difference.lineId}))`);
    await tx.run(sql`delete from line_differences where id = ${difference.id}`);
  });
  return undefined;
}

async function adoptRemoteValues(
  settling: SettleContext,
  difference: ChosenDifference,
): Promise<Outcome> {
  const { ctx, caller, platform } = settling;
  if (difference.lineId === null || difference.kind === 'left-behind')
    return 'Esta linha não é do painel. Use «Trazer linhas deste servidor».';
  if (difference.kind === 'missing-there')
    return 'Apague a linha aqui, ou mande-a de novo ao servidor.';
  const remote = await platform.read(difference.remoteId!);
  if (!remote) return 'A linha não está mais no servidor.';
  // After a restore of the server, the remote id may belong to another customer's line.
  if (remote.mark === 'foreign' || (remote.lineId ?? difference.lineId) !== difference.lineId)
    return 'Outra linha está no lugar desta no servidor.';
  const now = ctx.clock.now();
  try {
    return await ctx.db.tx(async (tx) => {
      const line = await lockUndeletedLine(tx, difference.lineId!, now);
      if (!line) return 'A linha não está mais aqui.';
      const change = changeOf(difference.kind, remote, line, now);
      if (!change) return 'O servidor tem um valor que não se pode trazer.';
      await changeLine(tx, caller, line, {
        kind: 'line-adopted',
        change,
        before: eventData(line, change),
        after: eventData({ ...line, ...change }, change),
      });
      await tx.run(sql`delete from line_differences where id = ${difference.id}`);
      return undefined;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'lines_name_key') throw error;
    return 'Outra linha daqui já tem este usuário.';
  }
}

type Line = NonNullable<Awaited<ReturnType<typeof lockUndeletedLine>>>;
type Change = Partial<
  Pick<Line, 'username' | 'password' | 'expiresAt' | 'isOn' | 'blockedForAbuseAt'>
>;

function changeOf(
  kind: DifferenceKind,
  remote: RemoteLine,
  line: Line,
  now: Date,
): Change | undefined {
  if (kind === 'username') return remote.username ? { username: remote.username } : undefined;
  if (kind === 'password') return remote.password ? { password: remote.password } : undefined;
  if (kind === 'expiry') return remote.expiresAt ? { expiresAt: remote.expiresAt } : undefined;
  return {
    isOn: remote.isOn,
    blockedForAbuseAt: remote.isBlocked ? (line.blockedForAbuseAt ?? now) : null,
  };
}

/** Returns the data of an event. Passwords are never stored in an event. */
const eventData = (line: Line, change: Change): Record<string, unknown> => ({
  ...(change.username === undefined ? {} : { username: line.username }),
  ...(change.expiresAt === undefined ? {} : { expiresAt: line.expiresAt }),
  ...(change.isOn === undefined
    ? {}
    : { isOn: line.isOn, isBlocked: line.blockedForAbuseAt !== null }),
});
