/** Previews a file under the chosen columns and package, and stores the result of each row. */
import { refuse } from '@ramal/contract/api/errors';
import { withInsideNames, withWireNames } from '@ramal/contract/api/translated';
import { filePlan, fileResult } from '@ramal/contract/lines/line-import';
import type {
  FilePlan,
  LineFile,
  validateLineFile as checking,
} from '@ramal/contract/lines/line-import';
import { platforms } from '@ramal/contract/rules/platforms';
import { type DayOrder, detectDayOrder } from '@ramal/contract/rules/written-dates';
import sql from 'sql-template-tag';
import { readBalance } from '../../credits/credits.ts';
import type { Reader, Tx } from '../../foundation/database.ts';
import type { Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { enforceLimits, readAccountLimits } from '../../limits/limits.ts';
import { refuseClosedPlatform } from '../create/import-line.ts';
import type { ProductChoice } from '../product.ts';
import type { FileCells } from './file-rows.ts';
import { type PreviewRow, previewRows, summarize } from './preview-rows.ts';
import { isOwnFile, readLineFile } from './line-files.ts';
import { type OfferedColumns, offeredColumns } from './read-row.ts';

export async function previewFile(
  ctx: AppContext,
  { actor, params, body }: Call<typeof checking>,
): Promise<LineFile> {
  const { regPassword: _, ...mapping } = body;
  refuseClosedPlatform(actor, platforms[mapping.platform]);
  return ctx.db.tx(async (tx) => {
    await lockFile(tx, actor, params.id);
    const limits = await readAccountLimits(tx, actor);
    await enforceLimits(tx, ctx, {
      actor,
      facts: limits,
      act: { platform: mapping.platform, hundredths: 0 },
    });
    const offered = await readOffered(ctx, tx, mapping);
    const planForAll = chosenProduct(mapping, offered);
    const rows = await tx.many<FileCells>(sql`
      select number, cells from line_file_rows where file_id = ${params.id} order by number`);
    const customers = mapping.hasHeader ? rows.slice(1) : rows;
    const order = dueOrderOf(mapping, customers);
    const previewed = await previewRows(ctx, tx, {
      actor,
      rows: customers,
      checking: {
        plan: mapping,
        offered,
        planForAll,
        dates: { order: order ?? 'dmy', timeZone: ctx.clock.timeZone },
      },
    });
    await tx.run(sql`
      update line_file_rows set asked = null, reason = null, hundredths = 0
      where file_id = ${params.id} and number < ${customers[0]?.number ?? rows.length + 1}`);
    for (let from = 0; from < previewed.length; from += PIECE)
      await keep(tx, params.id, previewed.slice(from, from + PIECE));
    const summary = summarize(previewed, (await readBalance(tx, actor.id)) ?? 0, order);
    await tx.run(sql`
      update line_files set plan = ${JSON.stringify(withWireNames(filePlan, mapping))}::jsonb,
        verdict = ${JSON.stringify(withWireNames(fileResult, summary))}::jsonb
      where id = ${params.id}`);
    return readLineFile(tx, actor, params.id);
  });
}

/**
 * Returns the order of day and month that the user chose, or else the only order that fits all rows
 * (Q-IMPORTDATES). `undecided` if the user must choose. Undefined if no date depends on the order.
 */
function dueOrderOf(
  { columns: { due }, dayOrder: chosen }: FilePlan,
  customers: readonly FileCells[],
): DayOrder | 'undecided' | undefined {
  if (due === undefined) return undefined;
  const decided = detectDayOrder(customers.map(({ cells }) => cells[due] ?? ''));
  return decided && (chosen ?? decided);
}

/**
 * Locks a file, so that a preview and an import do not run at the same time. Refuses a file that
 * became a batch.
 */
export async function lockFile(
  tx: Tx,
  actor: { readonly id: number; readonly profile: 'admin' | 'franchise' | 'reseller' },
  id: number,
): Promise<{ readonly plan: FilePlan | null }> {
  const file = await tx.first<{ plan: FilePlan | null; batchId: number | null }>(sql`
    select plan, batch_id from line_files f where ${isOwnFile(actor, id)} for no key update`);
  if (!file) return refuse('line_file_not_found');
  if (file.batchId !== null) refuse('line_file_imported');
  return { plan: withInsideNames(filePlan, file.plan) as FilePlan | null };
}

const PIECE = 2_000;

/** Stores the result of each row. A rejected row is stored without its password. */
const keep = (tx: Tx, id: number, rows: readonly PreviewRow[]): Promise<number> => {
  const stored = rows.map(({ number, customer, reason, hundredths }) => ({
    number,
    reason,
    hundredths,
    asked: reason === '' ? { ...customer, hundredths } : { ...withoutPassword(customer), reason },
  }));
  return tx.run(sql`
    update line_file_rows r set asked = j.asked, reason = j.reason, hundredths = j.hundredths
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
      as j (number int, asked jsonb, reason text, hundredths bigint)
    where r.file_id = ${id} and r.number = j.number`);
};

function withoutPassword(customer: PreviewRow['customer']): PreviewRow['customer'] {
  const { password: _, ...rest } = customer;
  return rest;
}

/**
 * Reads the products of the platform: packages of the catalogue, or products of the configuration.
 */
async function readOffered(
  ctx: AppContext,
  reader: Reader,
  mapping: FilePlan,
): Promise<OfferedColumns> {
  if (mapping.platform !== 'iptv')
    return offeredColumns(ctx.config.p2pProducts, (productId) => ({ productId }));
  const packages = await reader.many<{ id: number; name: string }>(
    sql`select id, name from packages`,
  );
  return offeredColumns(packages, (packageId) => ({ packageId }));
}

function chosenProduct(mapping: FilePlan, offered: OfferedColumns): ProductChoice | undefined {
  const field = mapping.platform === 'iptv' ? 'package' : 'productid';
  const id = mapping[field];
  if (id === undefined) {
    if (mapping.columns.plan !== undefined) return undefined;
    return refuse('package_missing', { fields: { [field]: 'O campo Pacote é necessário.' } });
  }
  // The comparison uses the id, because a text is ambiguous: the name of one package may be the
  // number of another.
  return (
    [...offered.values()].find((product) => Object.values(product).includes(id)) ??
    refuse('package_unknown', { fields: { [field]: 'Escolha um que exista na lista.' } })
  );
}
