import * as charges from '@ramal/contract/payments/charges';
import * as providers from '@ramal/contract/payments/payment-providers';
import * as contract from '@ramal/contract/payments/recharges';
import * as bonus from '@ramal/contract/payments/top-up-bonus';
import * as topUps from '@ramal/contract/payments/top-ups';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { toCredits } from '../credits/credits.ts';
import { saveAsaasKeys } from './providers/asaas-keys.ts';
import { checkProvider } from './providers/check-providers.ts';
import { saveWooviKey } from './providers/woovi-keys.ts';
import { getPaymentKeys, savePaymentKeys } from './providers/keys.ts';
import { exportRecharges, getRevenue, listRecharges } from './list-recharges.ts';
import { savePaymentUses } from './providers/payment-uses.ts';
import { getPaymentProviders, listPaymentNotices } from './providers/provider-state.ts';
import { saveReceiver } from './providers/save-receiver.ts';
import { getSandboxPayment, playSandbox } from './providers/play-sandbox.ts';
import { creditThePortal, getPortalCredits, returnFromPortal } from './credits/portal-credits.ts';
import { giveDaysAgain } from './reversals/give-days-again.ts';
import { refundRecharge } from './reversals/refund-charge.ts';
import { createTestPayment } from './providers/test-payment.ts';
import { getTopUpBonus, saveTopUpBonus } from './credits/top-up-bonus.ts';
import { getTopUpPrices, saveTopUpPrices } from './credits/top-up-prices.ts';
import { getTopUp, getTopUpOffer } from './credits/top-ups.ts';
import { getPlanPrices, readCreditCents, saveCreditValue, savePlanPrices } from './prices.ts';

export const paymentRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getPortalCredits, (call) => getPortalCredits(ctx, call)),
  bind(contract.creditPortal, (call) => creditThePortal(ctx, call)),
  bind(contract.returnPortalCredits, (call) => returnFromPortal(ctx, call)),
  bind(contract.listRecharges, (call) => listRecharges(ctx, call)),
  bind(contract.exportRecharges, (call) => exportRecharges(ctx, call)),
  bind(contract.getRevenue, (call) => getRevenue(ctx, call)),
  bind(contract.getCreditValue, async ({ actor }) => ({
    creditPortal: toCredits(await readCreditCents(ctx.db, actor.id)),
  })),
  bind(contract.saveCreditValue, (call) => saveCreditValue(ctx, call)),
  bind(contract.getPlanPrices, (call) => getPlanPrices(ctx, call)),
  bind(contract.savePlanPrices, (call) => savePlanPrices(ctx, call)),
  bind(contract.getPaymentKeys, (call) => getPaymentKeys(ctx, call)),
  bind(contract.savePaymentKeys, (call) => savePaymentKeys(ctx, call)),
  bind(providers.getPaymentProviders, (call) => getPaymentProviders(ctx, call)),
  bind(providers.saveReceiver, (call) => saveReceiver(ctx, call)),
  bind(providers.saveAsaasKeys, (call) => saveAsaasKeys(ctx, call)),
  bind(providers.saveWooviKey, (call) => saveWooviKey(ctx, call)),
  bind(providers.checkProvider, (call) => checkProvider(ctx, call)),
  bind(providers.savePaymentUses, (call) => savePaymentUses(ctx, call)),
  bind(providers.listPaymentNotices, (call) => listPaymentNotices(ctx, call)),
  bind(topUps.getTopUpPrices, (call) => getTopUpPrices(ctx, call)),
  bind(topUps.saveTopUpPrices, (call) => saveTopUpPrices(ctx, call)),
  bind(bonus.getTopUpBonus, (call) => getTopUpBonus(ctx, call)),
  bind(bonus.saveTopUpBonus, (call) => saveTopUpBonus(ctx, call)),
  bind(topUps.getTopUpOffer, (call) => getTopUpOffer(ctx, call)),
  bind(topUps.getTopUp, (call) => getTopUp(ctx, call)),
  bind(charges.refundRecharge, (call) => refundRecharge(ctx, call)),
  bind(charges.giveDaysAgain, (call) => giveDaysAgain(ctx, call)),
  bind(charges.createTestPayment, (call) => createTestPayment(ctx, call)),
  bind(charges.getSandboxPayment, (call) => getSandboxPayment(ctx, call)),
  bind(charges.playSandbox, (call) => playSandbox(ctx, call)),
];
