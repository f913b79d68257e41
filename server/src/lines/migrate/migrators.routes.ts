/** Binds the list migrators and the hosts that are exempt in them. Source: M-121, M-122. */
import {
  deleteExemptionHost,
  listExemptionHosts,
  migrateIptvList,
  migrateP2pList,
  saveExemptionHost,
  verifyIptvList,
} from '@ramal/contract/lines/list-migrators';
import type { HandlerResult, ParsedRequest } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import { readListAddress } from '@ramal/contract/rules/list-link';
import { fromHundredths } from '@ramal/contract/rules/money';
import { platforms } from '@ramal/contract/rules/platforms';
import { migrationHundredths } from '@ramal/contract/rules/terms';
import { readPackageChoice } from '../../catalogue/catalogue.ts';
import { toCredits } from '../../credits/credits.ts';
import { type Binding, bind } from '../../foundation/http/bind.ts';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Actor } from '../../foundation/caller.ts';
import { importLine, refuseUnusableAccess, validateDueDay } from '../create/import-line.ts';
import type { CreatedLine } from '../create/create-line.ts';
import {
  deleteExemption,
  listExemptions,
  importerOf,
  readExemption,
  saveExemption,
} from '../change/exemptions.ts';
import { receiptsFor } from '../line-answers.ts';
import { parseProductChoice } from '../product.ts';

export const migratorRoutes = (ctx: AppContext): Binding[] => [
  bind(migrateIptvList, async (call) => {
    const { url, package: ready, user, nota, credits } = call.body;
    const { host, username, password } = readListAddress(url) ?? refuse('invalid_fields');
    const customer = {
      platform: platforms.iptv,
      isTakenOver: true,
      username,
      password,
      host,
      product: readPackageChoice({ custom: false, packageId: ready }),
      note: nota || user.nota || '',
      whatsapp: null,
      dueDay: user.exp_date,
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
    const { name, pass, nota, endTime, credits } = call.body;
    const customer = {
      platform: platforms.p2p,
      isTakenOver: true,
      username: name,
      password: pass,
      host: undefined,
      product: parseProductChoice(call.body),
      note: nota ?? '',
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
  bind(verifyIptvList, ({ actor, body }) => verifyList(ctx, actor, body)),
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

/** Refuses what the final call refuses about the list, and says what the days cost. */
async function verifyList(
  ctx: AppContext,
  actor: Actor,
  { url, exp_date: day }: ParsedRequest<typeof verifyIptvList>['body'],
): Promise<HandlerResult<typeof verifyIptvList>> {
  const list = readListAddress(url) ?? refuse('invalid_fields');
  const { host, username } = list;
  await refuseUnusableAccess(
    ctx,
    {
      platform: platforms.iptv,
      fields: { username: 'url', password: 'url', dueDay: 'exp_date' },
    },
    list,
  );
  const due = day === undefined ? undefined : validateDueDay(ctx.clock, day, 'exp_date');
  const importer = importerOf(ctx, actor);
  const { freeDays, used, isFull } = await readExemption(ctx.db, importer, { host, username });
  return {
    exempt: freeDays > 0,
    limit_days: freeDays,
    credits: due ? fromHundredths(migrationHundredths(due.days, freeDays)) : null,
    used,
    limit_reached: isFull,
    host,
    username,
  };
}
