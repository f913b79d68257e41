import * as numbers from '@ramal/contract/storefront/numbers';
import * as orders from '@ramal/contract/storefront/orders';
import { getStorefrontPage } from '@ramal/contract/storefront/page';
import * as settings from '@ramal/contract/storefront/settings';
import * as tests from '@ramal/contract/storefront/tests';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { exportStorefrontNumbers } from './numbers/export-numbers.ts';
import {
  listStorefrontRequests,
  listStorefrontSales,
  listStorefrontVisits,
} from './numbers/list-rows.ts';
import { createOriginLink, deleteOriginLink, listOriginLinks } from './numbers/origin-links.ts';
import { getStorefrontNumbers } from './numbers/read-numbers.ts';
import { createGetOrder, createSubscribe } from './orders/subscribe.ts';
import { createGetPage } from './page/get-page.ts';
import { getStorefront, getStorefrontToday } from './settings/read-settings.ts';
import { createCheckSlug, saveStorefront } from './settings/save-settings.ts';
import { createNotifyReturn } from './visitors/notify-return.ts';
import {
  createConfirmCode,
  createGetTest,
  createRequestTest,
  createResendCode,
} from './visitors/request-test.ts';

export const storefrontRoutes = (ctx: AppContext): Binding[] => [
  bind(settings.getStorefront, (call) => getStorefront(ctx, call)),
  bind(settings.saveStorefront, (call) => saveStorefront(ctx, call)),
  bind(settings.checkStorefrontSlug, createCheckSlug(ctx)),
  bind(settings.getStorefrontToday, (call) => getStorefrontToday(ctx, call)),
  bind(numbers.getStorefrontNumbers, (call) => getStorefrontNumbers(ctx, call)),
  bind(numbers.exportStorefrontNumbers, (call) => exportStorefrontNumbers(ctx, call)),
  bind(numbers.listStorefrontRequests, (call) => listStorefrontRequests(ctx, call)),
  bind(numbers.listStorefrontSales, (call) => listStorefrontSales(ctx, call)),
  bind(numbers.listStorefrontVisits, (call) => listStorefrontVisits(ctx, call)),
  bind(numbers.listOriginLinks, (call) => listOriginLinks(ctx, call)),
  bind(numbers.createOriginLink, (call) => createOriginLink(ctx, call)),
  bind(numbers.deleteOriginLink, (call) => deleteOriginLink(ctx, call)),
];

/** Calls of strangers, without a session. */
export const visitorRoutes = (ctx: AppContext): Binding[] => [
  bind(getStorefrontPage, createGetPage(ctx)),
  bind(tests.requestStorefrontTest, createRequestTest(ctx)),
  bind(tests.confirmStorefrontCode, createConfirmCode(ctx)),
  bind(tests.resendStorefrontCode, createResendCode(ctx)),
  bind(tests.getStorefrontTest, createGetTest(ctx)),
  bind(tests.notifyStorefrontReturn, createNotifyReturn(ctx)),
  bind(orders.subscribeStorefront, createSubscribe(ctx)),
  bind(orders.getStorefrontOrder, createGetOrder(ctx)),
];
