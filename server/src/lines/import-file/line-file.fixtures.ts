/** The calls on a file of customers, for tests. */
import { getBatch, listBatchRows } from '@ramal/contract/batches';
import {
  type FilePlan,
  importLineFile,
  validateLineFile,
  listLineFileRows,
  uploadLineFile,
} from '@ramal/contract/lines/line-import';
import type { OnWire } from '@ramal/contract/api/wire-names';
import { type TestContext, call } from '../../../test/context.ts';
import type { Person } from '../../../test/accounts.ts';
import { type BatchKind, batchTask } from '../../batches/batches.ts';
import { importLines } from './import-batch.ts';

export const kinds = [batchTask([importLines] as unknown as BatchKind[])];

export const upTo: Pick<OnWire<FilePlan>, 'platform' | 'has_header' | 'package'> = {
  platform: 'iptv',
  has_header: true,
  package: 1,
};

export const columns = { username: 0, password: 1, due: 2, note: 3 };

let names = 30_000_000;
export const newName = () => String((names += 1));

export function fileCalls(ctx: () => TestContext, owner: () => Person) {
  const by = (who = owner()) => ({ token: who.token });
  return {
    by,
    upload: async (text: string, who = owner()) => {
      const sent = { query: { name: 'clientes.csv' }, file: Buffer.from(text) };
      const { status, body } = await call(ctx(), uploadLineFile, sent, by(who));
      if (status !== 200) throw new Error(body.message);
      return body;
    },
    check: (id: number, plan: Partial<OnWire<FilePlan>> = {}) => {
      const body = { ...upTo, columns, ...plan };
      return call(ctx(), validateLineFile, { params: { id }, body }, by());
    },
    rowsOf: async (id: number) => {
      const sent = { params: { id }, query: { per_page: 100 } };
      return (await call(ctx(), listLineFileRows, sent, by())).body.data;
    },
    start: (id: number, key?: string) => {
      const options = { ...by(), ...(key ? { key } : {}) };
      return call(ctx(), importLineFile, { params: { id }, body: {} }, options);
    },
    look: async (id: number) => (await call(ctx(), getBatch, { params: { id } }, by())).body,
    outcomes: async (id: number) => {
      const sent = { params: { id }, query: { per_page: 100 } };
      return (await call(ctx(), listBatchRows, sent, by())).body.data;
    },
  };
}
