/** Lines of the P2P services as the documents write them on the wire: rows (E-10) and receipts (E-12). */
import type { P2pLine, P2pReceipt } from '@ramal/contract/p2p-lines';
import { expiringLevel } from '@ramal/contract/terms';
import { formatDateTime, unixSeconds } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { type Line, statusOf, toldDeletion } from './line.ts';
import { planName } from './plan.ts';
import { earliestRollBack } from './roll-back-line.ts';

export function p2pRow(house: House, line: Line): P2pLine {
  const { timeZone } = house.clock;
  return {
    id: line.id,
    name: line.username,
    pass: line.password,
    status: statusOf(line),
    is_trial: line.isTrial,
    startTime: formatDateTime(line.createdAt, timeZone),
    endTime: formatDateTime(line.expiresAt, timeZone),
    startTime_timestamp: unixSeconds(line.createdAt),
    endTime_timestamp: unixSeconds(line.expiresAt),
    id_res: line.ownerId,
    nota: line.note,
    expiring: expiringLevel(line.expiresAt, house.clock.now()),
    whatsapp: line.whatsapp,
    productid: line.productId ?? 0,
    product_name: planName(house, line),
    trusted: line.trustedAt !== null,
    rollback_min: earliestRollBack(line, timeZone) ?? null,
    reseller: { username: line.owner },
    ...toldDeletion(line),
  };
}

export function p2pReceipt(house: House, line: Line): P2pReceipt {
  return {
    id: line.id,
    name: line.username,
    pass: line.password,
    exp_date_formatted: formatDateTime(line.expiresAt, house.clock.timeZone),
    exp_date_timestamp: unixSeconds(line.expiresAt),
    is_trial: line.isTrial,
    ...(line.testHours === null ? {} : { test_hours: line.testHours }),
    adult_password: house.config.adultPassword,
    links_franchise: HOW_TO_ENTER,
    whatsapp: line.whatsapp,
    nota: line.note,
    product_name: planName(house, line),
  };
}

/** Until a franchise writes its own; names no address, because the app brings its own (Q-LINKDEFAULTS). */
const HOW_TO_ENTER =
  'Assista na TV, na TV Box ou no celular pelo aplicativo P2P:\n' +
  '1. Abra o aplicativo e espere a tela de entrada.\n' +
  '2. Digite o usuário e a senha, respeitando maiúsculas e minúsculas.\n' +
  '3. Confirme em Entrar.';
