/** Reads finished exports. */
import { strFromU8, unzipSync } from 'fflate';
import type { TestContext } from './context.ts';

/** Returns the cells of the file at the URL, row by row. Empty cells are omitted. */
export async function readSheet(ctx: TestContext, url: string): Promise<string[][]> {
  const { rawPayload } = await ctx.server.inject({ method: 'GET', url });
  const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml']!);
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    ),
  );
}
