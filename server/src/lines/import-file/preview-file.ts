/** Judges a file under the columns and the package somebody chose, and keeps what came of it row by row. */
import { refuse } from '@ramal/contract/errors';
import type { FilePlan, LineFile, judgeLineFile as judging } from '@ramal/contract/line-import';
import { platforms } from '@ramal/contract/platforms';
import sql from 'sql-template-tag';
import { readBalance } from '../../credits/credits.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceLimits, readLimitsOf } from '../../limits/limits.ts';
import { refuseClosedPlatform } from '../create/import-line.ts';
import type { ProductChoice } from '../product.ts';
import type { FileCells } from './file-rows.ts';
import { type PreviewRow, previewRows, summarize } from './preview-rows.ts';
import { ownFile, readLineFile } from './line-files.ts';
import { type OfferedColumns, offeredColumns } from './read-row.ts';

export async function previewFile(
  ctx: AppContext,
  { actor, params, body }: Call<typeof judging>,
): Promise<LineFile> {
  const { reg_password: _, ...plan } = body;
  refuseClosedPlatform(actor, platforms[plan.platform]);
  return ctx.db.tx(async (tx) => {
    await lockFile(tx, actor, params.id);
    const limits = await readLimitsOf(tx, actor);
    await enforceLimits(tx, ctx, actor, limits, { platform: plan.platform, hundredths: 0 });
    const offered = await readOffered(ctx, tx, plan);
    const planForAll = chosenPlan(plan, offered);
    const rows = await tx.many<FileCells>(sql`
      select number, cells from line_file_rows where file_id = ${params.id} order by number`);
    const customers = plan.has_header ? rows.slice(1) : rows;
    const judged = await previewRows(ctx, tx, actor, customers, { plan, offered, planForAll });
    await tx.run(sql`
      update line_file_rows set asked = null, reason = null, hundredths = 0
      where file_id = ${params.id} and number < ${customers[0]?.number ?? rows.length + 1}`);
    for (let from = 0; from < judged.length; from += PIECE)
      await keep(tx, params.id, judged.slice(from, from + PIECE));
    const verdict = summarize(judged, (await readBalance(tx, actor.id)) ?? 0);
    await tx.run(sql`
      update line_files set plan = ${JSON.stringify(plan)}::jsonb, verdict = ${JSON.stringify(verdict)}::jsonb
      where id = ${params.id}`);
    return readLineFile(tx, actor, params.id);
  });
}

/** Against being judged and imported at the same time; refuses one that became a batch. */
export async function lockFile(
  tx: Tx,
  actor: { readonly id: number; readonly profile: 'admin' | 'franchise' | 'reseller' },
  id: number,
): Promise<{ readonly plan: FilePlan | null }> {
  const file = await tx.first<{ plan: FilePlan | null; batchId: number | null }>(sql`
    select plan, batch_id as "batchId" from line_files f where ${ownFile(actor, id)} for no key update`);
  if (!file) return refuse('line_file_not_found');
  if (file.batchId !== null) refuse('line_file_imported');
  return file;
}

const PIECE = 2_000;

/** A refused row asks nothing but to be told why. */
const keep = (tx: Tx, id: number, rows: readonly PreviewRow[]): Promise<number> => {
  const kept = rows.map(({ number, customer, reason, hundredths }) => ({
    number,
    reason,
    hundredths,
    asked: reason === '' ? { ...customer, hundredths } : { ...withoutPassword(customer), reason },
  }));
  return tx.run(sql`
    update line_file_rows r set asked = j.asked, reason = j.reason, hundredths = j.hundredths
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as j (number int, asked jsonb, reason text, hundredths bigint)
    where r.file_id = ${id} and r.number = j.number`);
};

function withoutPassword(customer: PreviewRow['customer']): PreviewRow['customer'] {
  const { password: _, ...rest } = customer;
  return rest;
}

/** What is sold on the platform: packages of the catalogue, or the configuration's products. */
async function readOffered(
  ctx: AppContext,
  reader: Reader,
  plan: FilePlan,
): Promise<OfferedColumns> {
  if (plan.platform !== 'iptv')
    return offeredColumns(ctx.config.p2pProducts, (productId) => ({ productId }));
  const packages = await reader.many<{ id: number; name: string }>(
    sql`select id, name from packages`,
  );
  return offeredColumns(packages, (packageId) => ({ packageId }));
}

function chosenPlan(plan: FilePlan, offered: OfferedColumns): ProductChoice | undefined {
  const field = plan.platform === 'iptv' ? 'package' : 'productid';
  const id = plan[field];
  if (id === undefined) {
    if (plan.columns.plan !== undefined) return undefined;
    return refuse('package_missing', { fields: { [field]: 'O campo Pacote é necessário.' } });
  }
  // Not by what a cell may call it: a package may be named by the number of another.
  return (
    [...offered.values()].find((one) => Object.values(one).includes(id)) ??
    refuse('package_unknown', { fields: { [field]: 'Escolha um que exista na lista.' } })
  );
}
