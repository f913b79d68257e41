/**
 * Reads all lines of a server and stores the differences. Lines with a pending push are skipped. If
 * a line seems to be missing, it is read again by its id. It may have moved to another page,
 * because lines are added and deleted during the comparison.
 */
import type { compareLineServer as declaration } from '@ramal/contract/operations/line-servers';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import sql from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import type { Call } from '../../foundation/http/bind.ts';
import {
  type Progress,
  startBoundedTask,
  type TaskKind,
  serializeTask,
} from '../../tasks/tasks.ts';
import { type LineServer, findServer } from '../line-servers.sql.ts';
import { openPlatform } from '../create-platform.ts';
import { isServerClosed, type LinePlatform, type RemoteLine } from '../port.ts';
import { getServer } from '../save-server.ts';
import { storeDifferences } from './differences.sql.ts';
import { comparePage, type Difference, expiryText, isSettled } from './find-differences.ts';
import { settleByRule } from './settle-by-rule.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

/**
 * Maximum number of missing lines that are read again by their id. Further missing lines are
 * reported without this check.
 */
const MAX_CONFIRMED = 500;

export interface Comparison {
  readonly lines: number;
  readonly differences: number;
}

export async function compareServer(
  ctx: AppContext,
  server: LineServer,
  progress?: Progress,
): Promise<Comparison> {
  const platform = await openPlatform(ctx, server);
  const begunAt = ctx.clock.now();
  const { placed } = (await ctx.db.first<{ placed: number }>(sql`
    select count(*)::int as placed from server_lines where server_id = ${server.id}`))!;
  const differences: Difference[] = [];
  const seen = new Set<number>();
  const read = new Set<string>();
  for await (const rows of platform.list()) {
    const page = findNewRows(rows, read);
    const compared = await comparePage(ctx.db, { id: server.id, platform, begunAt }, page);
    differences.push(...compared.differences);
    for (const id of compared.seen) seen.add(id);
    await progress?.report(read.size, Math.max(read.size, placed), 'Comparando as linhas');
  }
  const lines = read.size;
  differences.push(
    ...(await findMissingLines(ctx, { serverId: server.id, platform, seen, begunAt })),
  );
  await ctx.db.tx(async (tx) => {
    await storeDifferences(tx, server.id, differences, begunAt);
    await tx.run(sql`
      update line_servers set compared_at = ${begunAt}, compared_lines = ${lines} where id = ${server.id}`);
  });
  await settleByRule(ctx, server, platform);
  return { lines, differences: differences.length };
}

/** Returns the rows that were not read before. A line may appear twice because pages shift. */
const findNewRows = (rows: readonly RemoteLine[], read: Set<string>): readonly RemoteLine[] =>
  rows.filter(({ id }) => {
    const isNew = !read.has(id);
    read.add(id);
    return isNew;
  });

interface MissingLineSearch {
  readonly serverId: number;
  readonly platform: LinePlatform;
  readonly seen: ReadonlySet<number>;
  readonly begunAt: Date;
}

async function findMissingLines(
  { db }: AppContext,
  { serverId, platform, seen, begunAt }: MissingLineSearch,
): Promise<Difference[]> {
  const unseen = (
    await db.many<{
      id: number;
      lineId: number;
      remoteId: string;
      username: string;
      expiresAt: Date;
    }>(sql`
      select sl.id, sl.line_id, sl.remote_id, l.username, l.expires_at
      from server_lines sl join lines l on l.id = sl.line_id
      where sl.server_id = ${serverId} and sl.is_current and sl.remote_id is not null
        and l.deleted_at is null and ${isSettled(begunAt)}
      order by sl.id`)
  ).filter(({ id }) => !seen.has(id));
  const missing: Difference[] = [];
  for (const [index, line] of unseen.entries()) {
    if (index < MAX_CONFIRMED && (await platform.read(line.remoteId))) continue;
    missing.push({
      kind: 'missing-there',
      lineId: line.lineId,
      remoteId: line.remoteId,
      username: line.username,
      ours: expiryText(line.expiresAt),
      theirs: '',
    });
  }
  return missing;
}

const TASK = 'compare-line-server';

export async function startComparison(
  ctx: AppContext,
  { params, actor }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const server = await getServer(ctx, params.id);
  const task = await ctx.db.tx((tx) =>
    startBoundedTask(tx, { kind: TASK, accountId: actor.id, payload: { serverId: server.id } }),
  );
  return { message: 'Comparação iniciada', task: serializeTask(task) };
}

export const comparisonTask: TaskKind = {
  kind: TASK,
  work: async (ctx, { serverId }: { readonly serverId: number }, progress) => {
    const server = await findServer(ctx.db, serverId);
    if (!server) throw new ExplainedFailure('Este servidor de linhas não existe mais.');
    try {
      const { lines, differences } = await compareServer(ctx, server, progress);
      const summary =
        differences === 0 ? 'nada difere' : `${differences.toLocaleString('pt-BR')} diferenças`;
      return `${lines.toLocaleString('pt-BR')} linhas comparadas, ${summary}`;
    } catch (error) {
      if (isServerClosed(error)) throw new ExplainedFailure(error.message);
      throw error;
    }
  },
};

/**
 * Runs every night for each verified server that has lines. If one server fails, the other servers
 * are still compared.
 */
export const compareServers: Job = {
  name: 'compare-line-servers',
  schedule: '20 6 * * *',
  work: async (ctx) => {
    const servers = await ctx.db.many<{ id: number }>(sql`
      select s.id from line_servers s
      where s.proven_at is not null and exists (select from server_lines sl where sl.server_id = s.id)
      order by s.id`);
    for (const { id } of servers) {
      const server = await findServer(ctx.db, id);
      try {
        if (server) await compareServer(ctx, server);
      } catch (error) {
        ctx.log.warn({ err: error, server: id }, 'a server of lines could not be compared');
      }
    }
  },
};
