/**
 * Every call that starts, stops, sends or takes over work writes an event with a text into the log
 * (Q-AUDIT).
 */
import { continueBatch } from '@ramal/contract/batches';
import { requestDeviceLine, bindDevice } from '@ramal/contract/devices';
import { exportIptvLines } from '@ramal/contract/lines/iptv-lines';
import { discardLineFile } from '@ramal/contract/lines/line-import';
import { getLineHistory } from '@ramal/contract/lines/lines';
import { getLog } from '@ramal/contract/logs';
import { stopTask } from '@ramal/contract/tasks';
import { DAY_MS } from '@ramal/contract/rules/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls, newName } from '../../src/lines/import-file/line-file.fixtures.ts';
import { type Person, line, person } from '../accounts.ts';
import { type TestContext, call, createTestContext } from '../context.ts';

let ctx: TestContext;
let seller: Person;
beforeAll(async () => {
  ctx = await createTestContext();
  ctx.clock.set(new Date().toISOString());
  seller = await person(ctx, { balance: 10_000, until: '2099-01-01T00:00:00Z' });
});
afterAll(() => ctx.close());

const files = fileCalls(
  () => ctx,
  () => seller,
);
const as = () => ({ token: seller.token });
const eventNames = async () =>
  (await call(ctx, getLog, { query: { per_page: 5 } }, as())).body.logs.map(({ acao }) =>
    acao.replaceAll(/<\/?b>/g, ''),
  );
const csv = () => {
  const due = new Date(ctx.clock.now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
  return `usuario;senha;vencimento;nota\n${newName()};abc123;${due.split('-').toReversed().join('/')};Ana\n`;
};

it('a customer file leaves events when it is sent and discarded', async () => {
  const { id } = await files.upload(csv());
  expect((await eventNames())[0]).toBe('Arquivo de clientes enviado: clientes.csv, linhas 2');
  await call(ctx, discardLineFile, { params: { id } }, as());
  expect((await eventNames())[0]).toBe('Arquivo de clientes descartado: clientes.csv');
});

it('a batch leaves events when it is started, stopped and continued', async () => {
  const { id } = await files.upload(csv());
  await files.check(id);
  const { status, body } = await files.start(id);
  expect([status, body.message]).toEqual([200, 'Importação iniciada']);
  expect((await eventNames())[0]).toBe(
    'Trabalho em lote pedido: Importar linhas para IPTV, linhas 1',
  );
  await call(ctx, stopTask, { params: { id: body.batch.task.id } }, as());
  expect((await eventNames())[0]).toBe('Trabalho parado: trabalho em lote');
  await call(ctx, continueBatch, { params: { id: body.batch.id }, body: {} }, as());
  expect((await eventNames())[0]).toBe(
    'Trabalho em lote retomado: Importar linhas para IPTV, linhas 1',
  );
});

it('customers that are imported with their passwords leave an event', async () => {
  await line(ctx, seller);
  await call(ctx, exportIptvLines, { body: {} }, as());
  expect((await eventNames())[0]).toBe('Clientes exportados com as senhas: UsersIPTV.xlsx');
});

it('the first device with a reserved MAC leaves an event in the history of its line', async () => {
  const { id, username } = await line(ctx, seller);
  const mac = '0A:1B:2C:3D:4E:5F';
  await call(ctx, bindDevice, { body: { mac, username } }, as());
  const ask = (id_device: string) =>
    call(ctx, requestDeviceLine, { body: { mac, id_device } }, { address: '198.51.100.4' });
  expect((await ask('o-primeiro')).body.state).toBe('active');
  expect((await ask('o-segundo')).body.state).toBe('unknown');
  const { body } = await call(ctx, getLineHistory, { params: { id } }, as());
  expect(body.data.map(({ title, actor }) => [title, actor])).toEqual([
    ['Aparelho assumiu o MAC', 'Sistema'],
    ['Aparelho ligado à linha', seller.username],
    ['Linha criada', seller.username],
  ]);
});
