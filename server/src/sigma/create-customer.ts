/** Creates a customer for a tool by the general creation of lines. */
import { sellers } from '@ramal/contract/api/access';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse, refuseFields } from '@ramal/contract/api/errors';
import { digits } from '@ramal/contract/api/fields';
import { readInput } from '@ramal/contract/api/validation';
import { p2pName } from '@ramal/contract/lines/line-fields';
import { readPhone } from '@ramal/contract/rules/phone';
import { getPlanTerm } from '@ramal/contract/rules/plans';
import { platforms } from '@ramal/contract/rules/platforms';
import type { createSigmaCustomer } from '@ramal/contract/sigma/sigma';
import { z } from 'zod';
import type { AppContext } from '../foundation/app-context.ts';
import type { Call } from '../foundation/http/bind.ts';
import { checkAccess } from '../foundation/http/call-access.ts';
import { findAccessibleLine, lineActionRoutes } from '../lines/lines.ts';
import { findOffer, type Offer, readAccountPublicId, toProductChoice } from '../offers/offers.ts';
import { toCustomer } from './serialize-customer.ts';

type CreateCall = Call<typeof createSigmaCustomer>;

export async function createCustomer(
  ctx: AppContext,
  call: CreateCall,
): Promise<HandlerResult<typeof createSigmaCustomer>> {
  const { actor, body } = call;
  await refuseOtherAccount(ctx, actor.id, body.userId);
  const offer = await findSoldOffer(ctx, actor.id, body.packageId);
  const platform = platforms[offer.platform];
  const { flag, grants } = platform;
  checkAccess({ access: { profiles: sellers, flag, grants } }, actor);
  const username = checkUsername(offer, body.username);
  // The answer is stored under the key in the form of this schema and is converted afterwards.
  const key = call.key && { ...call.key, answer: storedAnswer };
  const { id, password } = await lineActionRoutes(ctx, platform).create(
    { ...call, key, body: { ...termsOf(offer), ...contactOf(body) } },
    { username, product: toProductChoice(offer) },
  );
  const line = await findAccessibleLine(ctx.db, actor, { id }, ctx.clock.now());
  const customer = { ...(await toCustomer(ctx, call, line)), password };
  return { data: customer, ...customer };
}

const storedAnswer = z.object({ id: z.int(), password: z.string() });

export async function refuseOtherAccount(
  { db }: AppContext,
  accountId: number,
  userId: string | undefined,
): Promise<void> {
  if (userId !== undefined && userId !== (await readAccountPublicId(db, accountId)))
    refuse('invalid_fields', {
      fields: { userId: 'Esta chave é de outra conta. Use o id que webhook/user devolve.' },
    });
}

export const findSoldOffer = async (
  { db }: AppContext,
  accountId: number,
  packageId: string,
): Promise<Offer> =>
  (await findOffer(db, accountId, packageId)) ??
  refuse('invalid_fields', {
    fields: { packageId: 'Este pacote não existe. Use um id que webhook/package devolve.' },
  });

/** Returns the name if the platform accepts it. */
function checkUsername({ platform }: Offer, username: string | undefined): string | undefined {
  const name = platforms[platform].numericNames ? digits('Usuário', 20, 4) : p2pName;
  const reading = readInput(z.object({ username: name.optional() }), { username });
  if (!reading.ok) refuseFields(reading.fields);
  return username;
}

const termsOf = ({ sells }: Offer) =>
  'months' in sells
    ? { official: true, credits: getPlanTerm(sells.months).hundredths, testHours: 0 }
    : { official: false, credits: undefined, testHours: sells.testHours };

/** The note begins with the name. A number that cannot be read is stored in the note. */
function contactOf({ name, note, whatsapp }: CreateCall['body']) {
  const number = whatsapp === undefined ? undefined : readPhone(whatsapp).number;
  const parts = [name, note, number === undefined ? whatsapp : undefined];
  return { note: parts.filter(Boolean).join(' - ').slice(0, 255).toWellFormed(), whatsapp: number };
}
