/** Lines of the P2P services in the wire format of the documents: rows (E-10) and receipts (E-12). */
import type { P2pLine, P2pReceipt } from '@ramal/contract/p2p-lines';
import { expiringLevel } from '@ramal/contract/terms';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { type Line, lineStatus, serializeDeletion } from './line.ts';
import { productName } from './product.ts';
import { earliestRollBack } from './change/roll-back-line.ts';

export function serializeP2pLine(ctx: AppContext, line: Line): P2pLine {
  const { timeZone } = ctx.clock;
  return {
    id: line.id,
    name: line.username,
    pass: line.password,
    status: lineStatus(line),
    is_trial: line.isTrial,
    startTime: formatDateTime(line.createdAt, timeZone),
    endTime: formatDateTime(line.expiresAt, timeZone),
    startTime_timestamp: unixSeconds(line.createdAt),
    endTime_timestamp: unixSeconds(line.expiresAt),
    id_res: line.ownerId,
    nota: line.note,
    expiring: expiringLevel(line.expiresAt, ctx.clock.now()),
    whatsapp: line.whatsapp,
    productid: line.productId ?? 0,
    product_name: productName(ctx, line),
    trusted: line.trustedAt !== null,
    rollback_min: earliestRollBack(line, timeZone) ?? null,
    reseller: { username: line.owner },
    ...serializeDeletion(line),
  };
}

export function serializeP2pReceipt(ctx: AppContext, line: Line): P2pReceipt {
  return {
    id: line.id,
    name: line.username,
    pass: line.password,
    exp_date_formatted: formatDateTime(line.expiresAt, ctx.clock.timeZone),
    exp_date_timestamp: unixSeconds(line.expiresAt),
    is_trial: line.isTrial,
    ...(line.testHours === null ? {} : { test_hours: line.testHours }),
    adult_password: ctx.config.adultPassword,
    links_franchise: HOW_TO_ENTER,
    whatsapp: line.whatsapp,
    nota: line.note,
    product_name: productName(ctx, line),
  };
}

/**
 * The default until a franchise writes its own; it has no URL, because the app brings its own
 * (Q-LINKDEFAULTS).
 */
const HOW_TO_ENTER =
  'Assista na TV, na TV Box ou no celular pelo aplicativo P2P:\n' +
  '1. Abra o aplicativo e espere a tela de entrada.\n' +
  '2. Digite o usuário e a senha, respeitando maiúsculas e minúsculas.\n' +
  '3. Confirme em Entrar.';
