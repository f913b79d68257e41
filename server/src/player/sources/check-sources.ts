/**
 * Checks if the sources of streams answer. Several checks run at once, but only a few on the same
 * server, because providers refuse too many requests. Built-in sources always answer.
 */
import { checkSources as declaration } from '@ramal/contract/catalogue/catalogue';
import type { Task } from '@ramal/contract/tasks';
import sql, { type Sql, join } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type Binding, bind, type Call } from '../../foundation/http/bind.ts';
import {
  serializeTask,
  startBoundedTask,
  taskColumns,
  type TaskKind,
  type TaskRow,
} from '../../tasks/tasks.ts';
import { measureSource } from './measure-source.ts';
import { probeSource } from './probe-source.ts';
import { type ChannelMeasure, storeMeasures } from './store-measures.ts';
import { parseHost } from '../../catalogue/catalogue.ts';

type CheckSourcesBody = Call<typeof declaration>['body'];

const AT_ONCE = 20;
const OF_ONE_HOST = 2;
const PAGE = 200;

export const sourceCheck: TaskKind = {
  kind: 'check-sources',
  work: async (ctx, input: CheckSourcesBody, progress) => {
    const where = conditions(input);
    const { total } = (await ctx.db.first<{ total: number }>(
      sql`select count(*) as total from (${sourcesToCheck(where)}) counted`,
    ))!;
    let [done, bad, last] = [0, 0, 0];
    const report = () => progress.report(done, total, `${done} de ${total} verificados`);
    for (;;) {
      await report();
      const page = await ctx.db.many<SourceRow>(
        sourcesToCheck(sql`s.id = any(array(
          select s.id from streams s where ${where} and s.id > ${last} order by s.id limit ${PAGE}))`),
      );
      const next = await ctx.db.first<{ id: number | null }>(sql`
        select max(id) as id from (
          select s.id from streams s where ${where} and s.id > ${last} order by s.id limit ${PAGE}) page`);
      if (!next?.id) break;
      bad += await checkPage(ctx, page, () => {
        done += 1;
        return report();
      });
      last = next.id;
    }
    return bad === 0
      ? `Nenhuma origem com problema, de ${total}.`
      : `${bad} de ${total} origens com problema.`;
  },
};

/** Checks every source of the rows and stores the results. Returns the number of problems. */
export async function checkPage(
  ctx: AppContext,
  rows: readonly SourceRow[],
  answered: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const measured: ChannelMeasure[] = [];
  const answers = await checkAll(
    rows.map(({ source }, id) => ({ id, source })),
    async (source, index) => {
      const { streamId, sourceId } = rows[index]!;
      if (sourceId === null) return probeSource(ctx, source);
      const measure = await measureSource(ctx, source);
      measured.push({ streamId, sourceId, measure });
      return measure.problem;
    },
    answered,
  );
  const others = answers.filter(({ id }) => rows[id]!.sourceId === null);
  if (others.length > 0)
    await storeCheckResults(
      ctx,
      others.map(({ id, problem }) => ({ id: rows[id]!.streamId, problem })),
    );
  await storeMeasures(ctx, measured);
  return answers.filter(({ problem }) => problem !== '').length;
}

export const sourceCheckRoutes = (ctx: AppContext): Binding[] => [
  bind(declaration, (call) => checkSources(ctx, call)),
];

async function checkSources(
  { db }: AppContext,
  { body, actor, requestMeta }: Call<typeof declaration>,
): Promise<Task> {
  return db.tx(async (tx) => {
    const running = await tx.first<TaskRow>(selectRunningCheck(actor.id, body));
    if (running) return serializeTask(running);
    const task = await startBoundedTask(tx, {
      kind: sourceCheck.kind,
      accountId: actor.id,
      payload: { ...body },
    });
    await recordEvent(tx, requestMeta, {
      kind: 'sources-checked',
      actorId: actor.id,
      after: { ...body },
    });
    return serializeTask(task);
  });
}

/**
 * Finds a running check with the same input. A second request joins it, because providers refuse
 * too many requests.
 */
const selectRunningCheck = (accountId: number, input: CheckSourcesBody): Sql => sql`
  select ${taskColumns} from tasks
  where kind = ${sourceCheck.kind} and account_id = ${accountId} and payload = ${JSON.stringify(input)}::jsonb
    and state in ('waiting', 'running') and not stop_wished
  order by id limit 1`;

const conditions = ({ kind, category, list, stream }: CheckSourcesBody): Sql =>
  join(
    [
      sql`s.gone_at is null`,
      ...(kind ? [sql`s.kind = ${kind}`] : []),
      ...(category ? [sql`s.category_id = ${category}`] : []),
      ...(list ? [sql`s.list_id = ${list}`] : []),
      ...(stream ? [sql`s.id = ${stream}`] : []),
    ],
    ' and ',
  );

/** Source of a film or an episode, or one of the sources of a channel. */
export interface SourceRow {
  readonly streamId: number;
  /** Null for films and episodes. */
  readonly sourceId: number | null;
  readonly source: string;
}

/** Selects the sources of streams that can be requested. Built-in sources cannot. */
const sourcesToCheck = (where: Sql): Sql => sql`
  select s.id as stream_id, x.id as source_id, coalesce(x.address, s.source) as source
  from streams s left join channel_sources x on x.stream_id = s.id and s.kind = 'live'
  where ${where} and coalesce(x.address, s.source) ~* '^https?:'
    and not exists (select from temporary_channels t where t.stream_id = s.id and t.origin_id is not null)
  order by s.id, x.position, x.id`;

interface SourceToCheck {
  readonly id: number;
  readonly source: string;
}
interface SourceCheckResult {
  readonly id: number;
  readonly problem: string;
}

/**
 * Checks all streams in any order. `answered` is called after each, and may end the check by
 * throwing.
 */
export async function checkAll(
  streams: readonly SourceToCheck[],
  probe: (source: string, id: number) => Promise<string>,
  answered: () => Promise<void>,
): Promise<SourceCheckResult[]> {
  const waiting = [...streams];
  const busy = new Map<string, number>();
  const answers: SourceCheckResult[] = [];
  let wake: () => void = () => undefined;
  let failed: unknown;
  const nextSource = (): SourceToCheck | undefined => {
    const at = waiting.findIndex(({ source }) => (busy.get(parseHost(source)) ?? 0) < OF_ONE_HOST);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const checkSource = async ({ id, source }: SourceToCheck): Promise<void> => {
    const host = parseHost(source);
    busy.set(host, (busy.get(host) ?? 0) + 1);
    try {
      answers.push({ id, problem: await probe(source, id) });
      await answered();
    } catch (error) {
      failed ??= error;
    } finally {
      busy.set(host, busy.get(host)! - 1);
      active.delete(id);
      wake();
    }
  };
  const active = new Set<number>();
  while (failed === undefined && (waiting.length > 0 || active.size > 0)) {
    const next = active.size < AT_ONCE ? nextSource() : undefined;
    if (next) {
      active.add(next.id);
      void checkSource(next);
    } else {
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  while (active.size > 0) await new Promise<void>((resolve) => (wake = resolve));
  if (failed !== undefined) throw failed;
  return answers;
}

const storeCheckResults = (
  ctx: AppContext,
  answers: readonly SourceCheckResult[],
): Promise<number> =>
  ctx.db.tx((tx) =>
    tx.run(sql`
      update streams s set source_checked_at = ${ctx.clock.now()}, source_problem = a.problem
      from unnest(${answers.map(({ id }) => id)}::bigint[], ${answers.map(({ problem }) => problem)}::text[])
        a (id, problem)
      where s.id = a.id`),
  );
