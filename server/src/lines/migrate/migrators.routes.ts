/** Binds the list migrators and the hosts that are exempt in them. Source: M-121, M-122. */
import {
  deleteExemptionHost,
  listExemptionHosts,
  migrateIptvList,
  migrateP2pList,
  saveExemptionHost,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { readListAddress } from '@ramal/contract/rules/list-link';
import { fromHundredths } from '@ramal/contract/rules/money';
import { platforms } from '@ramal/contract/rules/platforms';
import sql from 'sql-template-tag';
import { readPackageChoice } from '../../catalogue/catalogue.ts';
import { toCredits } from '../../credits/credits.ts';
import { type Binding, bind, type Call } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import { type ImportedLine, importLine, refuseUnusableAccess } from '../create/import-line.ts';
import type { CreatedLine } from '../create/create-line.ts';
import {
  deleteExemption,
  listExemptions,
  toImporter,
  readExemption,
  saveExemption,
} from '../change/exemptions.ts';
import { receiptsFor } from '../line-answers.ts';
import { parseProductChoice } from '../product.ts';

export const migratorRoutes = (ctx: AppContext): Binding[] => [
  bind(migrateIptvList, async (call) => {
    const { url, package: ready, user, note, credits } = call.body;
    const { host, username, password } = readListAddress(url) ?? refuse('invalid_fields');
    const customer = {
      platform: platforms.iptv,
      isTakenOver: true,
      username,
      password,
      host,
      product: readPackageChoice({ custom: false, packageId: ready }),
      note: note || user.note || '',
      whatsapp: null,
      dueDay: user.expDate,
      shownHundredths: credits,
      fields: { username: 'url', password: 'url', dueDay: 'user.exp_date' },
    };
    const receiptOf = await receiptsFor(ctx, call);
    return importLine(ctx, call, customer, ({ line, ...cost }) => ({
      ...receiptOf(line),
      ...charged(cost),
    }));
  }),
  bind(migrateP2pList, async (call) => {
    const { name, pass, note, endTime, credits } = call.body;
    const customer = {
      platform: platforms.p2p,
      isTakenOver: true,
      username: name,
      password: pass,
      host: undefined,
      product: parseProductChoice({
        packageId: call.body.productid,
        productId: call.body.productId,
      }),
      note: note ?? '',
      whatsapp: null,
      dueDay: endTime,
      shownHundredths: credits,
      fields: { username: 'name', password: 'pass', dueDay: 'endTime' },
    };
    const receiptOf = await receiptsFor(ctx, call);
    return importLine(ctx, call, customer, ({ line, ...cost }) => ({
      ...receiptOf(line),
      ...charged(cost),
    }));
  }),
  bind(verifyIptvList, (call) => verifyList(ctx, call)),
  bind(listExemptionHosts, ({ query }) => listExemptions(ctx, query)),
  bind(saveExemptionHost, async (call) => ({
    ...(await saveExemption(ctx, call, call.body)),
    message: 'DNS salvo com sucesso!',
  })),
  bind(deleteExemptionHost, async (call) => ({
    id: await deleteExemption(ctx, call, call.params.id),
    message: 'DNS deletado com sucesso!',
  })),
];

const charged = ({ hundredths, balance }: Omit<CreatedLine, 'line'>) => ({
  charged: fromHundredths(hundredths),
  balance: toCredits(balance),
});

/**
 * Returns the price of the days. Refuses everything that the final call would refuse: if there is a
 * due day, it runs the final call and rolls it back. Without a due day, only the list is checked.
 */
async function verifyList(
  ctx: AppContext,
  call: Call<typeof verifyIptvList>,
): Promise<HandlerResult<typeof verifyIptvList>> {
  const { actor, body } = call;
  const list = readListAddress(body.url) ?? refuse('invalid_fields');
  const { host, username } = list;
  const customer = {
    platform: platforms.iptv,
    fields: { username: 'url', password: 'url', dueDay: 'exp_date' },
  };
  await refuseUnusableAccess(ctx, customer, list);
  const importer = toImporter(ctx, actor);
  const { freeDays, used, isFull } = await readExemption(ctx.db, importer, { host, username });
  const cost =
    body.expDate === undefined
      ? undefined
      : await rehearseImport(ctx, call, { ...customer, ...list, dueDay: body.expDate });
  return {
    exempt: freeDays > 0,
    limitDays: freeDays,
    credits: cost === undefined ? null : fromHundredths(cost),
    used,
    limitReached: isFull,
    host,
    username,
  };
}

/** Runs the final call, rolls it back, and returns the hundredths that it would charge. */
async function rehearseImport(
  ctx: AppContext,
  { actor, body, requestMeta }: Call<typeof verifyIptvList>,
  customer: Pick<ImportedLine, 'platform' | 'fields' | 'username' | 'password' | 'host' | 'dueDay'>,
): Promise<number> {
  const anyPackage = await ctx.db.first<{ id: number }>(
    sql`select id from packages order by id limit 1`,
  );
  const product = readPackageChoice({ custom: false, packageId: body.package ?? anyPackage?.id });
  return ctx.db.rehearse(() =>
    importLine(
      ctx,
      { actor, requestMeta, key: undefined },
      { ...customer, isTakenOver: true, product, note: '', whatsapp: null },
      ({ hundredths }) => hundredths,
    ),
  );
}
