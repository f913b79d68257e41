/** Exports. The URL of a file needs no session, because it contains a secret. */
import { decodeJwt } from 'jose';
import { exportKind, startExport } from '../../src/exports/exports.ts';
import { runTask } from '../../src/tasks/run-tasks.ts';
import { type About, type Row, anybody } from './rows.ts';

const empty = exportKind({
  kind: 'export-nothing',
  columns: [],
  count: async () => 0,
  pages: async function* () {
    yield* [];
  },
});

const aFile: About = async (ctx, { owner }) => {
  const { url, task } = await ctx.db.tx((tx) =>
    startExport(ctx, tx, {
      kind: empty.kind,
      by: { ...owner, signInId: decodeJwt(owner.token).jti! },
      file: 'Nada.xlsx',
      payload: {},
    }),
  );
  await runTask(ctx, [empty], task.id);
  return url.split('/').at(-1)!;
};

export const exports: Record<string, Row> = {
  'get-export': {
    outcomes: anybody,
    about: aFile,
    sent: (token) => ({ params: { token } }),
  },
};
