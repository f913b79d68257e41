/** Programme guides (XMLTV). A guide is read from a URL or a file, on request or on a schedule. */
import type {
  Guide,
  createGuide as creating,
  deleteGuide as deleting,
  editGuide as editing,
  readGuideFile as readingFile,
  readGuide as reading,
} from '@ramal/contract/catalogue/guides';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { Task } from '@ramal/contract/tasks';
import sql, { type Sql } from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Caller } from '../../foundation/caller.ts';
import { unixSeconds } from '../../foundation/clock.ts';
import type { Reader } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { serializeTask, startBoundedTask } from '../../tasks/tasks.ts';
import { guideRead } from './guide-read.ts';
import { gzipFile } from '../import/stored-file.ts';
import { isRunning, readTasks } from '../read-tasks.ts';
import { parseHost, refuseTakenNames } from '../import/taken-names.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly channels: number;
  readonly programmes: number;
  readonly skips: Guide['skips'];
  readonly matchedChannels: number;
  readonly readAt: Date | null;
  readonly untilAt: Date | null;
  readonly taskId: number | null;
}

async function guidesWhere(reader: Reader, where: Sql): Promise<Guide[]> {
  const rows = await reader.many<Row>(sql`
    select g.id, g.name, g.address, g.channels, g.read_at, g.task_id,
      g.skips, n.programmes, n.until_at,
      (select count(*) from streams s where s.kind = 'live' and s.epg_channel_id is not null
        and exists (select from programmes p where p.guide_id = g.id and p.channel = lower(s.epg_channel_id)))
        as matched_channels
    from guides g
    cross join lateral (
      select count(*) as programmes, max(ends_at) as until_at from programmes p where p.guide_id = g.id
    ) n
    where ${where} order by g.name, g.id`);
  const tasks = await readTasks(reader, rows);
  return rows.map(({ readAt, untilAt, taskId, ...row }) => ({
    ...row,
    readAtTimestamp: readAt && unixSeconds(readAt),
    untilTimestamp: untilAt && unixSeconds(untilAt),
    task: (taskId && tasks.get(taskId)) || null,
  }));
}

export const listGuides = ({ db }: AppContext): Promise<Guide[]> => guidesWhere(db, sql`true`);

const NAME_KEY = 'guides_name_key';

export async function createGuide(
  { db, clock }: AppContext,
  { body, actor, requestMeta }: Call<typeof creating>,
): Promise<HandlerResult<typeof creating>> {
  const { name, address = '' } = body;
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      const created = await tx.first<{ id: number }>(sql`
        insert into guides (name, address, created_at) values (${name}, ${address}, ${clock.now()}) returning id`);
      await recordEvent(tx, requestMeta, {
        kind: 'guide-created',
        actorId: actor.id,
        after: { guide: created!.id, name, host: parseHost(address) },
      });
      const [guide] = await guidesWhere(tx, sql`g.id = ${created!.id}`);
      return { ...guide!, message: 'Guia cadastrado com sucesso' };
    }),
  );
}

export async function editGuide(
  { db }: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  const { name, address = '' } = body;
  return refuseTakenNames(NAME_KEY, () =>
    db.tx(async (tx) => {
      const before =
        (await tx.first<{ name: string; address: string }>(
          sql`select name, address from guides where id = ${params.id} for update`,
        )) ?? refuse('guide_not_found');
      await tx.run(
        sql`update guides set name = ${name}, address = ${address} where id = ${params.id}`,
      );
      await recordEvent(tx, requestMeta, {
        kind: 'guide-edited',
        actorId: actor.id,
        before: { guide: params.id, name: before.name, host: parseHost(before.address) },
        after: { name, host: parseHost(address), addressChanged: address !== before.address },
      });
      const [guide] = await guidesWhere(tx, sql`g.id = ${params.id}`);
      return { ...guide!, message: 'Guia alterado com sucesso' };
    }),
  );
}

export async function deleteGuide(
  { db }: AppContext,
  { params, actor, requestMeta }: Call<typeof deleting>,
): Promise<HandlerResult<typeof deleting>> {
  await db.tx(async (tx) => {
    const gone =
      (await tx.first<{ name: string }>(
        sql`delete from guides where id = ${params.id} returning name`,
      )) ?? refuse('guide_not_found');
    await recordEvent(tx, requestMeta, {
      kind: 'guide-deleted',
      actorId: actor.id,
      before: { guide: params.id, name: gone.name },
    });
  });
  return { message: 'Guia excluído com sucesso' };
}

export const readGuide = (
  ctx: AppContext,
  { params, ...by }: Call<typeof reading>,
): Promise<Task> => begin(ctx, by, params.id, null);

export async function readGuideFile(
  ctx: AppContext,
  { params, file, ...by }: Call<typeof readingFile>,
): Promise<Task> {
  if (!(await ctx.db.first(sql`select from guides where id = ${params.id}`)))
    refuse('guide_not_found');
  return begin(ctx, by, params.id, await gzipFile(file));
}

/**
 * Starts a task that reads a guide. Refuses a second task at the same time, because it would write
 * into the drafts of the first.
 */
const begin = (
  ctx: AppContext,
  caller: Caller,
  guideId: number,
  content: Buffer | null,
): Promise<Task> =>
  ctx.db.tx(async (tx) => {
    const guide =
      (await tx.first<{ name: string; address: string; isAtWork: boolean }>(sql`
        select name, address, ${isRunning(sql`g.task_id`)} as is_at_work from guides g
        where id = ${guideId} for update`)) ?? refuse('guide_not_found');
    if (!content && guide.address === '') refuse('address_missing');
    if (guide.isAtWork) refuse('guide_running');
    const task = await startBoundedTask(tx, {
      kind: guideRead.kind,
      accountId: caller.actor.id,
      payload: { guideId },
    });
    await tx.run(
      sql`update guides set task_id = ${task.id}, content = ${content} where id = ${guideId}`,
    );
    await recordEvent(tx, caller.requestMeta, {
      kind: 'guide-read',
      actorId: caller.actor.id,
      after: { guide: guideId, name: guide.name, from: content ? 'file' : 'address' },
    });
    return serializeTask(task);
  });
