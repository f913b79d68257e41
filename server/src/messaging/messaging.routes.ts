import * as contract from '@ramal/contract/messaging';
import * as push from '@ramal/contract/notices/push';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { checkMailRecords } from './email/mail-records.ts';
import {
  checkMailRelay,
  removeMailRelay,
  saveMailRelay,
  sendTestEmail,
} from './settings/mail-relay.ts';
import { getOwnPush, recognisePush, turnOffPush, turnOnPush } from './settings/own-push.ts';
import {
  connectTelegram,
  disconnectTelegram,
  getOwnTelegram,
  sendTestTelegram,
} from './settings/own-telegram.ts';
import { getChannels } from './settings/read-channels.ts';
import { listSuppressions, removeSuppression } from './settings/suppressed-addresses.ts';
import {
  findTelegramBot,
  getTelegramState,
  removeTelegramBot,
  saveTelegramBot,
} from './settings/telegram-bot.ts';
import {
  removeWhatsappNumber,
  checkWhatsappNumber,
  saveWhatsappNumber,
  submitWhatsappTemplates,
} from './settings/whatsapp-number.ts';

export const messagingRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getChannels, (call) => getChannels(ctx, call)),
  bind(
    contract.saveMailRelay,
    (call) => saveMailRelay(ctx, call),
    (call) => checkMailRelay(ctx, call),
  ),
  bind(contract.removeMailRelay, (call) => removeMailRelay(ctx, call)),
  bind(contract.sendTestEmail, (call) => sendTestEmail(ctx, call)),
  bind(contract.checkMailRecords, (call) => checkMailRecords(ctx, call)),
  bind(contract.findTelegramBot, (call) => findTelegramBot(ctx, call)),
  bind(contract.saveTelegramBot, (call) => saveTelegramBot(ctx, call)),
  bind(contract.removeTelegramBot, (call) => removeTelegramBot(ctx, call)),
  bind(contract.getTelegramState, (call) => getTelegramState(ctx, call)),
  bind(contract.sendTestTelegram, (call) => sendTestTelegram(ctx, call)),
  bind(contract.getOwnTelegram, (call) => getOwnTelegram(ctx, call)),
  bind(contract.connectTelegram, (call) => connectTelegram(ctx, call)),
  bind(contract.disconnectTelegram, (call) => disconnectTelegram(ctx, call)),
  bind(push.getOwnPush, (call) => getOwnPush(ctx, call)),
  bind(push.turnOnPush, (call) => turnOnPush(ctx, call)),
  bind(push.recognisePush, (call) => recognisePush(ctx, call)),
  bind(push.turnOffPush, (call) => turnOffPush(ctx, call)),
  bind(
    contract.saveWhatsappNumber,
    (call) => saveWhatsappNumber(ctx, call),
    (call) => checkWhatsappNumber(ctx, call),
  ),
  bind(contract.removeWhatsappNumber, (call) => removeWhatsappNumber(ctx, call)),
  bind(contract.submitWhatsappTemplates, (call) => submitWhatsappTemplates(ctx, call)),
  bind(contract.listSuppressions, (call) => listSuppressions(ctx, call)),
  bind(contract.removeSuppression, (call) => removeSuppression(ctx, call)),
];
