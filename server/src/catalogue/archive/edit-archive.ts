/** Changes the days and the sources of a channel's archive. */
import type { editChannelArchive as editing } from '@ramal/contract/catalogue/archive';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../../events/events.ts';
import type { Tx } from '../../foundation/database.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { type ArchiveSourceRow, archiveSources, refreshOfferedDays } from './archive.sql.ts';
import { readChannelArchive } from './read-archive.ts';

type Body = Call<typeof editing>['body'];
type SourceBody = NonNullable<Body['sources']>[number];

export async function editChannelArchive(
  ctx: AppContext,
  { params, body, actor, requestMeta }: Call<typeof editing>,
): Promise<HandlerResult<typeof editing>> {
  return ctx.db.tx(async (tx) => {
    const stream = await tx.first<{ id: number }>(
      sql`select id from streams where id = ${params.id} and kind = 'live' for update`,
    );
    if (!stream) refuse('stream_not_found');
    const before = await readChannelArchive(ctx, tx, params.id);
    if (body.sources) await replaceSources(tx, params.id, body.sources);
    if (body.days !== undefined) await chooseDays(tx, params.id, body.days);
    await tx.run(refreshOfferedDays(sql`select ${params.id}::bigint`));
    const after = await readChannelArchive(ctx, tx, params.id);
    await recordEvent(tx, requestMeta, {
      kind: 'archive-edited',
      actorId: actor.id,
      before: { stream: params.id, days: before.days, sources: before.sources.map(describe) },
      after: { days: after.days, sources: after.sources.map(describe) },
    });
    return { ...after, message: 'Arquivo salvo com sucesso' };
  });
}

const describe = ({ kind, host, days }: { kind: string; host: string; days: number }): string =>
  `${kind} ${host} ${days}`;

const chooseDays = (tx: Tx, streamId: number, days: number | null): Promise<number> =>
  tx.run(sql`
    insert into channel_archives (stream_id, chosen_days) values (${streamId}, ${days})
    on conflict (stream_id) do update set chosen_days = excluded.chosen_days`);

/** Writes the sources in the given order. Deletes the sources that are not in the request. */
async function replaceSources(
  tx: Tx,
  streamId: number,
  sources: readonly SourceBody[],
): Promise<void> {
  const existing = new Map(
    (await tx.many<ArchiveSourceRow>(archiveSources(streamId))).map((row) => [row.id, row]),
  );
  const rows = sources.map((source, index) => mergeSource(source, index, existing));
  await tx.run(sql`delete from archive_sources where stream_id = ${streamId}
    and not id = any(${rows.flatMap(({ id }) => id ?? [])}::bigint[])`);
  for (const [position, row] of rows.entries()) {
    await tx.run(
      row.id === undefined
        ? sql`insert into archive_sources (stream_id, position, kind, address, days, time_zone)
            values (${streamId}, ${position}, ${row.kind}, ${row.address}, ${row.days}, ${row.timeZone})`
        : sql`update archive_sources set position = ${position}, kind = ${row.kind}, address = ${row.address},
            days = ${row.days}, time_zone = ${row.timeZone}, imported = ${row.imported},
            form = case when ${row.isSame} then form else '' end,
            differs_from_live = differs_from_live and ${row.isSame}
          where id = ${row.id}`,
    );
  }
  // Deletes the proof if the sources changed, because it describes the former sources.
  if (rows.some(({ isSame }) => !isSame) || rows.length !== existing.size)
    await tx.run(sql`update channel_archives set proof = null, proof_result = null, answered_days = null,
      proved_at = null where stream_id = ${streamId}`);
}

function mergeSource(
  { id, kind, address, days, timeZone }: SourceBody,
  index: number,
  existing: ReadonlyMap<number, ArchiveSourceRow>,
) {
  const row = id === undefined ? undefined : existing.get(id);
  if (id !== undefined && !row)
    refuse('invalid_fields', {
      fields: { [`sources.${index}.id`]: 'Esta fonte não existe mais. Abra o arquivo de novo.' },
    });
  const merged = {
    id,
    kind,
    address: address ?? row?.address ?? '',
    days,
    timeZone: timeZone ?? row?.timeZone ?? '',
  };
  if (merged.address === '')
    refuse('invalid_fields', {
      fields: { [`sources.${index}.address`]: 'Informe o endereço do canal nesta fonte.' },
    });
  const isSame =
    row !== undefined &&
    row.kind === kind &&
    row.address === merged.address &&
    row.days === days &&
    row.timeZone === merged.timeZone;
  // A changed source no longer counts as imported, because the next import would overwrite the
  // change.
  return { ...merged, isSame, imported: row?.imported === true && isSame };
}
