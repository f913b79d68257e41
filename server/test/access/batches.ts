/**
 * Access to batches. Only the account that started a batch can read it; accounts above it cannot.
 */
import type { TestContext } from '../context.ts';
import { line } from '../accounts.ts';
import { type People, type Row, each, signedIn } from './rows.ts';

const aBatch =
  (state: 'running' | 'stopped') =>
  async (ctx: TestContext, { owner }: People): Promise<number> => {
    const { rows } = await ctx.owner.query<{ id: string }>(
      `with t as (insert into tasks (kind, account_id, state) values ('run-batch', $1, $2) returning id)
       insert into batches (account_id, kind, title, asked, origin, total, created_at, task_id)
       select $1, 'sample', 'Exemplo', '{}', '{}', 1, now(), t.id from t returning id`,
      [owner.id, state],
    );
    const id = Number(rows[0]!.id);
    await ctx.owner.query('insert into batch_rows (batch_id, number, line_id) values ($1, 1, $2)', [
      id,
      (await line(ctx, owner)).id,
    ]);
    return id;
  };

const ownBatch = (state: 'running' | 'stopped', body?: Record<string, unknown>): Row => ({
  outcomes: each({ otherwise: 404, owner: 200 }),
  about: aBatch(state),
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

export const batches: Record<string, Row> = {
  'list-batches': { outcomes: signedIn },
  'get-batch': ownBatch('running'),
  'list-batch-rows': ownBatch('running'),
  'export-batch-rows': ownBatch('running', {}),
  'continue-batch': ownBatch('stopped', {}),
};
