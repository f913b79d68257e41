/** Proves the archives of one or all channels as a task. */
import { proveArchives as declaration } from '@ramal/contract/catalogue/archive';
import { refuse } from '@ramal/contract/api/errors';
import { HOUR_MS } from '@ramal/contract/rules/durations';
import type { Task } from '@ramal/contract/tasks';
import sql, { type Sql } from 'sql-template-tag';
import { checkAll } from '../../sources/check-sources.ts';
import { recordEvent } from '../../../events/events.ts';
import { type Binding, bind, type Call } from '../../../foundation/http/bind.ts';
import type { AppContext } from '../../../foundation/app-context.ts';
import {
  type Progress,
  serializeTask,
  startBoundedTask,
  taskColumns,
  type TaskKind,
  type TaskRow,
} from '../../../tasks/tasks.ts';
import type { Job } from '../../../foundation/jobs.ts';
import { proveChannel } from './prove-channel.ts';

type Payload = Call<typeof declaration>['body'];

const PAGE = 200;
const CHECKS = 5;
/** Channels in one run of the job, so that sources keep their connections for viewers. */
const SLICE = 20;
/**
 * Age after which a proof is repeated. It is a little less than a day, so that the time of the
 * proof does not move each day.
 */
const FRESH_MS = 23 * HOUR_MS;

export const archiveProof: TaskKind = {
  kind: 'prove-archives',
  work: (ctx, { stream }: Payload, progress) =>
    stream === undefined ? proveAll(ctx, progress) : proveOne(ctx, stream, progress),
};

const results = {
  proven: 'Arquivo comprovado.',
  shorter: 'O arquivo tem menos dias do que a fonte promete.',
  live: 'A fonte devolve o ao vivo no lugar do passado. O arquivo não é oferecido.',
  failed: 'O arquivo não abriu. Confira a fonte e comprove de novo.',
} as const;

async function proveOne(ctx: AppContext, streamId: number, progress: Progress): Promise<string> {
  const result = await proveChannel(ctx, streamId, (done) =>
    progress.report(done, CHECKS, 'Comprovando o arquivo'),
  );
  return result ? results[result] : 'Este canal não tem arquivo para comprovar.';
}

const hasArchive = sql`a.promised_days > 0 and a.chosen_days is distinct from 0`;

interface ArchiveChannel {
  readonly id: number;
  readonly source: string;
}

/** Channels with an archive. The address of the first source groups them by host. */
const archiveChannels = sql`
  select a.stream_id as id, (select x.address from archive_sources x
    where x.stream_id = a.stream_id order by x.position, x.id limit 1) as source
  from channel_archives a where ${hasArchive}
    and exists (select from archive_sources x where x.stream_id = a.stream_id)`;

async function proveAll(ctx: AppContext, progress: Progress): Promise<string> {
  const { total } = (await ctx.db.first<{ total: number }>(
    sql`select count(*) as total from channel_archives a where ${hasArchive}`,
  ))!;
  let [done, bad, last] = [0, 0, 0];
  const report = () => progress.report(done, total, `${done} de ${total} comprovados`);
  for (;;) {
    await report();
    const page = await ctx.db.many<ArchiveChannel>(sql`
      ${archiveChannels} and a.stream_id > ${last} order by a.stream_id limit ${PAGE}`);
    if (page.length === 0) break;
    const answers = await checkAll(
      page,
      async (_source, id) => (await proveChannel(ctx, id, async () => {})) ?? 'proven',
      () => {
        done += 1;
        return report();
      },
    );
    bad += answers.filter(({ problem }) => problem !== 'proven').length;
    last = page.at(-1)!.id;
  }
  return bad === 0
    ? `Todos os ${total} arquivos foram comprovados.`
    : `${bad} de ${total} arquivos com problema.`;
}

/** Proves archives without a proof first, then those whose proof is a day old. */
export async function proveDueArchives(ctx: AppContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - FRESH_MS);
  const due = await ctx.db.many<ArchiveChannel>(sql`
    ${archiveChannels} and (a.proved_at is null or a.proved_at <= ${before})
      and not exists (select from tasks t where t.kind = ${archiveProof.kind} and t.state in ('waiting', 'running'))
    order by a.proved_at nulls first, a.stream_id limit ${SLICE}`);
  await checkAll(
    due,
    async (_source, id) => (await proveChannel(ctx, id, () => Promise.resolve())) ?? 'proven',
    () => Promise.resolve(),
  );
  return due.length;
}

export const proveArchivesJob: Job = {
  name: 'prove-due-archives',
  schedule: '*/5 * * * *',
  work: async (ctx) => void (await proveDueArchives(ctx)),
};

export const archiveProofRoutes = (ctx: AppContext): Binding[] => [
  bind(declaration, (call) => startProof(ctx, call)),
];

/** Selects the account's running proof of the same channels, which a second request joins. */
const selectRunning = (accountId: number, input: Payload): Sql => sql`
  select ${taskColumns} from tasks
  where kind = ${archiveProof.kind} and account_id = ${accountId} and payload = ${JSON.stringify(input)}::jsonb
    and state in ('waiting', 'running') and not stop_wished
  order by id limit 1`;

async function startProof(
  { db }: AppContext,
  { body, actor, requestMeta }: Call<typeof declaration>,
): Promise<Task> {
  const { stream } = body;
  return db.tx(async (tx) => {
    if (
      stream !== undefined &&
      !(await tx.first(sql`select from streams where id = ${stream} and kind = 'live' for update`))
    )
      refuse('stream_not_found');
    const running = await tx.first<TaskRow>(selectRunning(actor.id, body));
    if (running) return serializeTask(running);
    const task = await startBoundedTask(tx, {
      kind: archiveProof.kind,
      accountId: actor.id,
      payload: { ...body },
    });
    if (stream !== undefined)
      await tx.run(sql`
        update channel_archives set proof_task_id = ${task.id} where stream_id = ${stream}`);
    await recordEvent(tx, requestMeta, {
      kind: 'archives-proved',
      actorId: actor.id,
      after: { ...body },
    });
    return serializeTask(task);
  });
}
