/** Binds the panel's calls on boxes. */
import {
  acceptBoxDevice,
  answerBoxRequest,
  blockBox as blockDeclaration,
  editBox as editDeclaration,
  listBoxes as listDeclaration,
  listLineBoxes as listLineDeclaration,
  moveBox as moveDeclaration,
  readBoxOverview,
  registerBox as registerDeclaration,
  releaseBox as releaseDeclaration,
  removeBox as removeDeclaration,
  replaceBox as replaceDeclaration,
} from '@ramal/contract/boxes/boxes';
import {
  listBoxHistory,
  orderBox as orderDeclaration,
  sendBoxMessage,
} from '@ramal/contract/boxes/box-orders';
import type { Caller } from '../foundation/caller.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { consume, createRateLimiter } from '../foundation/limits/rate-limiter.ts';
import { answerRequest } from './answer-request.ts';
import { type Box, serializeBox } from './box.ts';
import { editBox, moveBox, replaceBox } from './change-box.ts';
import { listBoxes, listLineBoxes } from './list-boxes.ts';
import { listHistory } from './list-history.ts';
import { orderBox } from './order-box.ts';
import { serializeOrder } from './order.ts';
import { readOverview } from './read-overview.ts';
import { registerBox } from './register-box.ts';
import { acceptDevice, blockBox, releaseBox, removeBox } from './secure-box.ts';

export function boxRoutes(ctx: AppContext): Binding[] {
  // Limits registrations per caller. The response shows whether another line has the MAC, so a
  // reseller could otherwise test many MACs.
  const tries = createRateLimiter(ctx, 'device-binding');
  const limited = async ({ actor }: Caller, work: () => Promise<Box>) => {
    const account = String(actor.id);
    await consume(tries, account);
    const box = await work();
    await tries.reward(account);
    return box;
  };
  const changed = (message: string, box: Box) => ({ message, box: serializeBox(ctx, box) });
  return [
    bind(readBoxOverview, (call) => readOverview(ctx, call)),
    bind(listDeclaration, (call) => listBoxes(ctx, call, call.query)),
    bind(listLineDeclaration, (call) => listLineBoxes(ctx, call, call.params.id)),
    bind(registerDeclaration, async (call) =>
      changed('Caixa cadastrada', await limited(call, () => registerBox(ctx, call, call.body))),
    ),
    bind(editDeclaration, async (call) =>
      changed('Cômodo salvo', await editBox(ctx, call, { ...call.params, ...call.body })),
    ),
    bind(replaceDeclaration, async (call) => {
      const input = { ...call.params, ...call.body };
      return changed('Caixa trocada', await limited(call, () => replaceBox(ctx, call, input)));
    }),
    bind(moveDeclaration, async (call) =>
      changed('Caixa mudou de linha', await moveBox(ctx, call, { ...call.params, ...call.body })),
    ),
    bind(acceptBoxDevice, async (call) =>
      changed('Aparelho novo aceito', await acceptDevice(ctx, call, call.params.id)),
    ),
    bind(blockDeclaration, async (call) => {
      const { isBlocked } = call.body;
      const box = await blockBox(ctx, call, { id: call.params.id, isBlocked });
      return changed(isBlocked ? 'Caixa bloqueada' : 'Caixa desbloqueada', box);
    }),
    bind(releaseDeclaration, async (call) =>
      changed('Número de série solto', await releaseBox(ctx, call, call.params.id)),
    ),
    bind(removeDeclaration, async (call) => {
      await removeBox(ctx, call, call.params.id);
      return { id: call.params.id, message: 'Caixa removida' };
    }),
    bind(answerBoxRequest, async (call) => {
      const { answer } = call.body;
      const box = await answerRequest(ctx, call, { id: call.params.id, answer });
      const message = box ? 'Caixa aceita' : 'Pedido recusado';
      return { message, box: box && serializeBox(ctx, box) };
    }),
    ...orderRoutes(ctx),
  ];
}

const orderRoutes = (ctx: AppContext): Binding[] => [
  bind(sendBoxMessage, async (call) => {
    const order = await orderBox(ctx, call, { kind: 'message', ...call.params, ...call.body });
    return { message: 'Mensagem na fila', order: serializeOrder(order) };
  }),
  bind(orderDeclaration, async (call) => {
    const order = await orderBox(ctx, call, { ...call.params, ...call.body });
    return { message: 'Na fila', order: serializeOrder(order) };
  }),
  bind(listBoxHistory, (call) => listHistory(ctx, call, call.params.id)),
];
