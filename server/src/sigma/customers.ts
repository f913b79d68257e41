/** Reads the account and its customers for tools, and switches a customer on or off. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type {
  findSigmaCustomer,
  getSigmaUser,
  setSigmaCustomerStatus,
} from '@ramal/contract/sigma/sigma';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { switchLine } from '../lines/lines.ts';
import { readAccountPublicId } from '../offers/offers.ts';
import { findCustomerLine, toCustomer } from './serialize-customer.ts';

export async function getUser(
  { db }: AppContext,
  { actor, query }: Call<typeof getSigmaUser>,
): Promise<HandlerResult<typeof getSigmaUser>> {
  const { username = actor.username } = query;
  if (username.toLowerCase() !== actor.username.toLowerCase()) refuse('sigma_user_not_found');
  const user = { id: await readAccountPublicId(db, actor.id), username: actor.username };
  return { data: user, ...user };
}

export async function findCustomer(
  ctx: AppContext,
  call: Call<typeof findSigmaCustomer>,
): Promise<HandlerResult<typeof findSigmaCustomer>> {
  const { username, note } = call.query;
  if (username === undefined && note === undefined) refuse('sigma_customer_not_found');
  const customer = await toCustomer(ctx, call, await findCustomerLine(ctx, call, call.query));
  return { data: customer, ...customer };
}

export async function setCustomerStatus(
  ctx: AppContext,
  call: Call<typeof setSigmaCustomerStatus>,
): Promise<HandlerResult<typeof setSigmaCustomerStatus>> {
  const { username, status } = call.body;
  const line = await findCustomerLine(ctx, call, { username });
  const on = status === 'ACTIVE';
  if (on && line.blockedForAbuseAt)
    refuse('sigma_refused', {
      values: { reason: 'Esta linha está bloqueada por abuso. Desbloqueie-a no painel.' },
    });
  const changed = await switchLine(ctx, { ...call, key: undefined }, { id: line.id, on });
  const customer = await toCustomer(ctx, call, changed);
  return { data: customer, ...customer };
}
