import type { TestContext } from '../context.ts';
import { type People, type Row, each } from './rows.ts';

const aFreshTask = async (ctx: TestContext, { owner }: People): Promise<number> => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into tasks (kind, account_id) values ('sample', $1) returning id`,
    [owner.id],
  );
  return Number(rows[0]?.id);
};

const ownTask: Row = {
  outcomes: each({ otherwise: 404, owner: 200 }),
  about: aFreshTask,
  sent: (id) => ({ params: { id } }),
};

export const tasks: Record<string, Row> = { 'get-task': ownTask, 'stop-task': ownTask };
