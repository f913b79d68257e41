/** Binds the calls for balancers and CNAMEs. */
import {
  changeCname as changeDeclaration,
  createBalancer as createDeclaration,
  createCname as createCnameDeclaration,
  createDns,
  deleteBalancer as deleteDeclaration,
  deleteCname as deleteCnameDeclaration,
  deleteDns,
  editBalancer as editDeclaration,
  editDns,
  getCnameAutomation as automationDeclaration,
  getCnames as getCnamesDeclaration,
  listBalancers as listDeclaration,
  listDns,
  restoreBalancer as restoreDeclaration,
  setCnameAutomation as setAutomationDeclaration,
} from '@ramal/contract/operations/balancers';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { readDnsSettings } from '../zones/zones.ts';
import { deletedMessage as deletedCnameMessage, savedMessage } from './cname-messages.ts';
import { changeCname, createCname, deleteCname, getCnames } from './cnames.ts';
import { getCnameAutomation, setCnameAutomation } from './cname-automation.ts';
import { listBalancers } from './list-balancers.ts';
import {
  createBalancer,
  deleteBalancer,
  editBalancer,
  publicAddress,
  restoreBalancer,
} from './write-balancers.ts';

const saved = 'Balanceador salvo com sucesso!';

const deletedMessage = (watching: number): string =>
  watching > 0
    ? 'O balanceador não recebe mais ninguém e sai quando esvaziar'
    : 'Balanceador excluído com sucesso!';

const automationMessages = {
  off: 'Troca automática desligada',
  rehearsal: 'Troca automática em ensaio: nada é movido',
  on: 'Troca automática ligada',
} as const;

export const balancerRoutes = (ctx: AppContext): Binding[] => [
  bind(listDeclaration, ({ query }) => listBalancers(ctx, query)),
  bind(
    createDeclaration,
    async (call) => ({ message: saved, ...(await createBalancer(ctx, call, call.body)) }),
    ({ body }) => publicAddress(ctx, body.ip),
  ),
  bind(
    editDeclaration,
    async (call) => ({
      message: saved,
      ...(await editBalancer(ctx, call, { id: call.params.id, input: call.body })),
    }),
    ({ body }) => publicAddress(ctx, body.ip),
  ),
  bind(deleteDeclaration, async (call) => {
    const gone = await deleteBalancer(ctx, call, call.params.id);
    return { message: deletedMessage(gone.watching), ...gone };
  }),
  bind(restoreDeclaration, async (call) => ({
    message: 'Balanceador de volta ao uso',
    ...(await restoreBalancer(ctx, call, call.params.id)),
  })),
  bind(listDns, ({ query }) => listBalancers(ctx, query)),
  bind(
    createDns,
    async (call) => {
      const { name, dns: ip } = call.body;
      return { message: saved, ...(await createBalancer(ctx, call, { name, ip }, 'dns')) };
    },
    ({ body }) => publicAddress(ctx, body.dns, 'dns'),
  ),
  bind(
    editDns,
    async (call) => {
      const { name, dns: ip } = call.body;
      const edit = { id: call.params.id, input: { name, ip }, ipField: 'dns' };
      return { message: saved, ...(await editBalancer(ctx, call, edit)) };
    },
    ({ body }) => publicAddress(ctx, body.dns, 'dns'),
  ),
  bind(deleteDns, async (call) => {
    const gone = await deleteBalancer(ctx, call, call.params.id);
    return { message: deletedMessage(gone.watching), ...gone };
  }),
  bind(getCnamesDeclaration, async () => ({
    result: await getCnames(ctx),
    isSandbox: (await readDnsSettings(ctx.db)).provider === 'sandbox',
  })),
  bind(changeDeclaration, async (call) => {
    const cname = await changeCname(ctx, call, call.body);
    const message = savedMessage('CNAME alterado com sucesso!', cname.record);
    return { result: 1 as const, message, cname };
  }),
  bind(createCnameDeclaration, async (call) => {
    const cname = await createCname(ctx, call, call.body);
    return { message: savedMessage('CNAME cadastrado com sucesso!', cname.record), cname };
  }),
  bind(deleteCnameDeclaration, async (call) => ({
    message: deletedCnameMessage(await deleteCname(ctx, call, call.params.id)),
    id: call.params.id,
  })),
  bind(automationDeclaration, () => getCnameAutomation(ctx)),
  bind(setAutomationDeclaration, async (call) => ({
    message: automationMessages[call.body.mode],
    ...(await setCnameAutomation(ctx, call, call.body.mode)),
  })),
];
