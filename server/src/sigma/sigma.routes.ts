import { errorStatus, Refusal, refuse } from '@ramal/contract/api/errors';
import * as contract from '@ramal/contract/sigma/sigma';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { createCustomer } from './create-customer.ts';
import { findCustomer, getUser, setCustomerStatus } from './customers.ts';
import { listPackages } from './list-packages.ts';
import { renewCustomer } from './renew-customer.ts';

/** Statuses that existing tools understand. */
const knownStatuses = new Set([400, 401, 403, 422, 429, 503]);

/** Answers 400 with the same text for a refusal with another status. */
function forTools<Given, Answer>(
  handle: (ctx: AppContext, call: Given) => Promise<Answer>,
  ctx: AppContext,
): (call: Given) => Promise<Answer> {
  return async (call) => {
    try {
      return await handle(ctx, call);
    } catch (error) {
      if (!(error instanceof Refusal) || knownStatuses.has(errorStatus(error.code))) throw error;
      return refuse('sigma_refused', { values: { reason: error.message } });
    }
  };
}

export const sigmaRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.getSigmaUser, forTools(getUser, ctx)),
  bind(contract.listSigmaPackages, forTools(listPackages, ctx)),
  bind(contract.findSigmaCustomer, forTools(findCustomer, ctx)),
  bind(contract.createSigmaCustomer, forTools(createCustomer, ctx)),
  bind(contract.setSigmaCustomerStatus, forTools(setCustomerStatus, ctx)),
];

/** Has a scope of its own, so that a tool for charging can do nothing but renew. */
export const sigmaRenewalRoutes = (ctx: AppContext): Binding[] => [
  bind(contract.renewSigmaCustomer, forTools(renewCustomer, ctx)),
];
