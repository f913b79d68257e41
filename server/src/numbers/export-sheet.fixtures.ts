/** Exports the rows of a figure and reads the spreadsheet. */
import type { FigureKey } from '@ramal/contract/numbers/figures';
import { exportNumberRows } from '@ramal/contract/numbers/rows';
import { readSheet } from 'read-excel-file/node';
import type { Person } from '../../test/accounts.ts';
import { call, type TestContext } from '../../test/context.ts';
import { runTask } from '../tasks/run-tasks.ts';
import { numberRowsExport } from './export-rows.ts';

interface SheetRequest {
  readonly figure: FigureKey;
  readonly body: Record<string, unknown>;
}

/** Returns the rows of the spreadsheet. The keys are the headers of the columns. */
export async function exportSheet(
  ctx: TestContext,
  { token }: Person,
  { figure, body }: SheetRequest,
): Promise<Record<string, string>[]> {
  const sent = { params: { figure }, body };
  const { body: started } = await call(ctx, exportNumberRows, sent, { token });
  await runTask(ctx, [numberRowsExport], started.task.id);
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url: started.url });
  const [headers, ...rows] = await readSheet(rawPayload);
  return rows.map((row) =>
    Object.fromEntries(
      headers!.map((header, column) => [String(header), String(row[column] ?? '')]),
    ),
  );
}

/** Converts an amount of the spreadsheet to cents. Null if the cell is empty. */
export const inCents = (text: string): number | null =>
  text === '' ? null : Math.round(Number(text) * 100);
