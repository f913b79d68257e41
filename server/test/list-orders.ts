/** Tests every sort column of a list. The pages must be ordered by the value that the rows show. */
import { foldText } from '@ramal/contract/rules/text';
import { describe, expect, it } from 'vitest';

export type Value = string | number | boolean | null | undefined;
type Rows = Record<string, never>[];

interface SortedList {
  readonly sorts: readonly string[];
  readonly ask: (query: object) => Promise<{ status: number; body: unknown }>;
  /** Field that identifies a row; if undefined, whole rows are compared. */
  readonly key: string | undefined;
  readonly value: (sort: string, row: never) => Value;
}

const comparable = (value: Value): string | number | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? foldText(value) : Number(value);
};

interface OrderOptions {
  /** Sort columns in which empty values need not be last. */
  readonly emptyAnywhere?: readonly string[];
}

export function testOrders(
  lists: Readonly<Record<string, SortedList>>,
  { emptyAnywhere = [] }: OrderOptions = {},
): void {
  const cases = Object.entries(lists).flatMap(([list, { sorts }]) =>
    sorts.flatMap((sort) => (['asc', 'desc'] as const).map((dir) => ({ list, sort, dir }))),
  );
  describe.each(cases)('$list by $sort, $dir', ({ list, sort, dir }) => {
    it('the list is sorted, and every page continues where the last one ended', async () => {
      const { ask, key, value } = lists[list]!;
      const { status, body } = await ask({ sort, dir, per_page: 100 });
      expect(status).toBe(200);
      const whole = (body as { data: Rows }).data;
      expect(whole.length).toBeGreaterThan(1);
      const values = whole.map((row) => comparable(value(sort, row as never)));
      const full = values.filter((cell) => cell !== null);
      const tail = emptyAnywhere.includes(sort) ? [] : values.slice(full.length);
      expect(tail.every((cell) => cell === null)).toBe(true);
      const ascending = full.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
      expect(full).toEqual(dir === 'asc' ? ascending : ascending.toReversed());
      const paged: unknown[] = [];
      for (let page = 1; page <= Math.ceil(whole.length / 4); page += 1) {
        const answer = (await ask({ sort, dir, page, per_page: 4 })).body as { data: Rows };
        paged.push(...answer.data.map((row) => (key ? row[key] : row)));
      }
      expect(paged).toEqual(whole.map((row) => (key ? row[key] : row)));
    });
  });
}
