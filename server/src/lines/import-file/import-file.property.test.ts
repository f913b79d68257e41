import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestContext, createTestContext } from '../../../test/context.ts';
import { type Person, readAccountBalance, line, person } from '../../../test/accounts.ts';
import { runs, timeLimit } from '../../../test/property-runs.ts';
import { verifyLedger } from '../../credits/credits.ts';
import { runTask } from '../../tasks/run-tasks.ts';
import { fileCalls, kinds, newName } from './line-file.fixtures.ts';

let ctx: TestContext;
let owner: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  owner = await person(ctx, { balance: 1000 });
});
afterAll(() => ctx.close());

const {
  upload,
  check: expectedError,
  rowsOf,
  start,
  outcomes,
} = fileCalls(
  () => ctx,
  () => owner,
);

/** Returns number, outcome and price of every row of an imported file. */
const imported = async (id: number) => {
  const { batch } = (await start(id)).body;
  await runTask(ctx, kinds, batch.task.id);
  const result = await outcomes(batch.id);
  return result.map((row) => [row.number, row.outcome === 'done', row.charged]);
};
const asRefused = ({ number }: { readonly number: number }) => [number, false, 0];

it(
  'imports every row with the result and price of the preview',
  async () => {
    await ctx.owner.query(
      `insert into exemption_hosts (host, limit_days) values ('livre.example', 20)`,
    );
    const pool = Array.from({ length: 6 }, newName);
    const existing = await line(ctx, owner, { username: newName() });
    const day = fc
      .integer({ min: -2, max: 400 })
      .map((days) =>
        new Date(ctx.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
      );
    const row = fc.record({
      name: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...pool) },
        { weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }).map(() => newName()) },
        { weight: 1, arbitrary: fc.constantFrom('', 'letras', existing.username, '1') },
      ),
      password: fc.constantFrom('abcd', 'abcd', 'efgh', '', 'a b'),
      due: fc.oneof(day, fc.constantFrom('', '31/02/2027')),
      host: fc.constantFrom('', '', 'livre.example', 'outro.example'),
    });
    const fileArbitrary = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 14 }),
      balance: fc.integer({ min: 0, max: 40 }).map((n) => n * 20),
      lines: fc.option(fc.integer({ min: 0, max: 8 })),
      credits: fc.option(fc.integer({ min: 0, max: 20 }).map((n) => n * 40)),
    });
    await fc.assert(
      fc.asyncProperty(fileArbitrary, async ({ rows, balance, lines, credits }) => {
        await ctx.owner.query(`update lines set username = 'x' || id where username = any($1)`, [
          pool,
        ]);
        owner = await person(ctx, { balance });
        for (const [name, amount] of [
          ['lines', lines],
          ['credits_a_day', credits],
        ] as const) {
          if (amount === null) continue;
          await ctx.owner.query(
            `insert into account_limits (account_id, name, set_by, amount, set_at) values ($1, $2, $1, $3, now())`,
            [owner.id, name, amount],
          );
        }
        const text = rows.map(({ name, password, due, host }) =>
          host
            ? `;;${due};http://${host}/get.php?username=${name}&password=${encodeURIComponent(password)}`
            : `${name};${password};${due};`,
        );
        const file = await upload(['u;s;v;link', ...text].join('\n'));
        const plan = { columns: { username: 0, password: 1, due: 2, url: 3 } };
        const { result: outcome } = (await expectedError(file.id, plan)).body;
        const expected = await rowsOf(file.id);
        // The test requests every row by a single call too, because a file must not import a row
        // that a single call rejects.
        const request = rows.map(({ name, password, due, host }, index) => ({
          number: index + 2,
          asked: {
            username: name,
            password,
            ...(/^\d{4}-/.test(due) ? { dueDay: due } : {}),
            note: '',
            whatsapp: null,
            product: { packageId: 1 },
            ...(host && name && password ? { host } : {}),
            hundredths: 1_000_000,
          },
        }));
        await ctx.owner.query(
          `update line_file_rows r set asked = j.asked
         from jsonb_to_recordset($2::jsonb) as j (number int, asked jsonb)
         where file_id = $1 and r.number = j.number and r.reason <> ''`,
          [file.id, JSON.stringify(request)],
        );
        const before = await readAccountBalance(ctx, owner.id);
        const result = outcome!.ok > 0 ? await imported(file.id) : expected.map(asRefused);
        expect(result).toEqual(expected.map((row) => [row.number, row.reason === '', row.cost]));
        expect(await readAccountBalance(ctx, owner.id)).toBe(
          Math.round(before - outcome!.cost * 100),
        );
        expect(outcome!.balance_after).toBe((await readAccountBalance(ctx, owner.id)) / 100);
      }),
      { numRuns: runs(25) },
    );
    expect(await verifyLedger(ctx)).toMatchObject({ sum: 0, drifted: [] });
  },
  timeLimit(120_000),
);
