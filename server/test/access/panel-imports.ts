/** Imports from another panel. Every admin has access to them, also to imports of another admin. */
import { aServer } from './line-servers.ts';
import { type About, type Row, admins, each } from './rows.ts';

/** Inserts an analysed import of an empty dump. */
const anImport: About = async (ctx, { admin }) => {
  const { rows } = await ctx.owner.query<{ id: string }>(
    `insert into panel_imports (account_id, name, panel, state, plan, created_at)
     values ($1, 'dump.sql', 'XUI', 'ready', $2, $3) returning id`,
    [
      admin.id,
      { owner: admin.id, packages: [], bouquets: [], credit_hundredths: 100, expired_days: 30 },
      ctx.clock.now(),
    ],
  );
  return Number(rows[0]!.id);
};

const byId = (id: number | string) => ({ params: { id } });
const withBody =
  (body: Record<string, unknown> = {}) =>
  (id: number | string) => ({ params: { id }, body });

export const panelImports: Record<string, Row> = {
  'list-panel-imports': { outcomes: admins },
  'upload-panel-dump': {
    outcomes: each({ otherwise: 403, admin: 422 }),
    sent: () => ({ query: { panel: 'XUI' }, file: 'SELECT 1;' }),
  },
  'pull-panel-import': {
    outcomes: admins,
    about: aServer,
    sent: (id) => ({ body: { server: id } }),
  },
  'get-panel-import': { outcomes: admins, about: anImport, sent: byId },
  'validate-panel-import': {
    outcomes: admins,
    about: anImport,
    sent: withBody({ owner: 1, packages: [], bouquets: [] }),
  },
  'list-panel-import-rows': { outcomes: admins, about: anImport, sent: byId },
  'apply-panel-import': { outcomes: admins, about: anImport, sent: withBody() },
  'undo-panel-import': { outcomes: admins, about: anImport, sent: byId },
  'discard-panel-import': { outcomes: admins, about: anImport, sent: byId },
};
