/**
 * Access to files of customers. Only the account that uploaded a file can read it; accounts above
 * it cannot.
 */
import { validateLineFile, uploadLineFile } from '@ramal/contract/lines/line-import';
import { call } from '../../context.ts';
import { type About, type Row, each, sellers } from '../rows.ts';

let counter = 40_000_000;

const aFile: About = async (ctx, { owner }) => {
  const as = { token: owner.token };
  const text = `user;senha;venc\n${(counter += 1)};abcd;20/12/2026`;
  const { id } = (await call(ctx, uploadLineFile, { file: text }, as)).body;
  await call(ctx, validateLineFile, { params: { id }, body: plan }, as);
  return id;
};

const plan = {
  platform: 'iptv',
  has_header: true,
  columns: { username: 0, password: 1, due: 2 },
  package: 1,
} as const;

const ownFile = (body?: Record<string, unknown>): Row => ({
  outcomes: each({ otherwise: 404, owner: 200, admin: 403 }),
  about: aFile,
  sent: (id) => ({ params: { id }, ...(body ? { body } : {}) }),
});

export const lineImport: Record<string, Row> = {
  'upload-line-file': { outcomes: sellers, sent: () => ({ file: 'user;senha\n1;2' }) },
  'get-line-file': ownFile(),
  'validate-line-file': ownFile(plan),
  'list-line-file-rows': ownFile(),
  'import-line-file': ownFile({}),
  'discard-line-file': ownFile(),
};
