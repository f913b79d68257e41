import { countNotices as countDeclaration } from '@ramal/contract/notices/notice-count';
import * as contract from '@ramal/contract/notices/notices';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { confirmNoticeAddress } from './confirm-address.ts';
import { getNoticeChoices, saveNoticeChoices } from './choices.ts';
import { listNoticeDeliveries } from './list-deliveries.ts';
import { countNotices, listNotices, readNotices } from './list-notices.ts';

export const noticeRoutes = (ctx: AppContext): Binding[] => [
  bind(countDeclaration, (call) => countNotices(ctx, call)),
  bind(contract.listNotices, (call) => listNotices(ctx, call)),
  bind(contract.readNotices, (call) => readNotices(ctx, call)),
  bind(contract.getNoticeChoices, (call) => getNoticeChoices(ctx, call)),
  bind(contract.saveNoticeChoices, (call) => saveNoticeChoices(ctx, call)),
  bind(contract.confirmNoticeAddress, (call) => confirmNoticeAddress(ctx, call)),
  bind(contract.listNoticeDeliveries, (call) => listNoticeDeliveries(ctx, call)),
];
