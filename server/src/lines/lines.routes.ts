/** Binds the calls on lines to their use cases. What is the documents' wording stands here, once. */
import {
  countIptvLines,
  createIptvLine,
  deleteIptvLine,
  editIptvLine,
  endOfDayIptvLine,
  extendIptvLine,
  getIptvLinks,
  listAllIptvLines,
  listIptvLines,
  switchIptvLine,
  trustIptvLine,
} from '@ramal/contract/iptv-lines';
import {
  findLinesByWhatsapp,
  getLineHistory,
  renewLinePassword,
  setLineWhatsapp,
} from '@ramal/contract/lines';
import { fromHundredths } from '@ramal/contract/money';
import { refuse } from '@ramal/contract/errors';
import { platforms } from '@ramal/contract/platforms';
import { readPackageChoice } from '../catalogue/packages.ts';
import { onWire } from '../credits/credits.ts';
import type { Actor } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import { type Binding, type Call, bind } from '../foundation/http/bind.ts';
import type { House } from '../foundation/house.ts';
import { pageOf } from '../foundation/pages.ts';
import { reachAccount } from '../resellers/tree.ts';
import { createLine, defaultHundredths } from './create-line.ts';
import { deleteLine } from './delete-line.ts';
import { editLine } from './edit-line.ts';
import { endOfDayLine } from './end-of-day-line.ts';
import { extendLine } from './extend-line.ts';
import { iptvReceipt, iptvRow } from './iptv-wire.ts';
import type { Line } from './line.ts';
import { readLineHistory } from './line-history.ts';
import type { Scope } from './line-filters.ts';
import { countLines, listLines } from './list-lines.ts';
import { readLine, type Wanted } from './reach-line.ts';
import { renewPassword } from './renew-password.ts';
import { rollBackLine } from './roll-back-line.ts';
import { switchLine } from './switch-line.ts';
import { trustLine } from './trust-line.ts';
import { findByWhatsapp, setWhatsapp } from './whatsapp.ts';

const platform = platforms.iptv;

export const lineRoutes = (house: House): Binding[] => [
  bind(listIptvLines, async ({ actor, query }) =>
    list(house, await scopeFor(house, actor, query.reseller_id), query),
  ),
  bind(listAllIptvLines, ({ query }) => list(house, 'all', query)),
  bind(countIptvLines, async ({ actor, query }) =>
    countLines(
      house.db,
      platform.key,
      await scopeFor(house, actor, query.reseller_id),
      house.clock.now(),
    ),
  ),
  bind(createIptvLine, (call) =>
    createLine(house, call, newLine(call.body), ({ line, hundredths, balance }) => ({
      ...iptvReceipt(house, call.origin, line),
      charged: fromHundredths(hundredths),
      balance: onWire(balance),
    })),
  ),
  bind(switchIptvLine, async (call) => {
    const line = await switchLine(house, call, wanted(call), call.body.on);
    return {
      ...iptvRow(house, line),
      message: line.isOn ? 'Linha ligada com sucesso' : 'Linha desligada com sucesso',
    };
  }),
  bind(extendIptvLine, (call) =>
    extendLine(house, call, wanted(call), call.body.credits, ({ line, hundredths, balance }) => ({
      ...iptvRow(house, line),
      ...newExpiry(house, line),
      message: 'Linha renovada com sucesso',
      charged: fromHundredths(hundredths),
      balance: onWire(balance),
    })),
  ),
  bind(deleteIptvLine, async (call) => {
    checkPlatformId(call.params.id, call.body.id_iptv);
    const line = await deleteLine(house, call, wanted(call));
    return { id: line.id, message: 'Usuário deletado com sucesso' };
  }),
  bind(editIptvLine, async (call) => {
    checkPlatformId(call.params.id, call.body.id_iptv);
    if (call.body.flagVencimento) {
      const line = await rollBackLine(house, call, wanted(call), call.body.exp_day);
      return { ...iptvRow(house, line), message: 'Vencimento retrocedido com sucesso' };
    }
    return {
      ...iptvRow(house, await editLine(house, call, wanted(call), edits(call.body))),
      message: 'Usuário editado com sucesso',
    };
  }),
  bind(trustIptvLine, async (call) => {
    const line = await trustLine(house, call, wanted(call));
    return {
      ...iptvRow(house, line),
      ...newExpiry(house, line),
      message: 'Confiança adicionada com sucesso',
    };
  }),
  bind(getIptvLinks, async (call) =>
    iptvReceipt(
      house,
      call.origin,
      await readLine(house.db, call.actor, wanted(call), house.clock.now()),
    ),
  ),
  bind(endOfDayIptvLine, async (call) => {
    const line = await endOfDayLine(house, call, wanted(call));
    return {
      ...iptvRow(house, line),
      ...newExpiry(house, line),
      message: 'Vencimento alterado com sucesso',
    };
  }),
  bind(renewLinePassword, async (call) => {
    const { id, username, password } = await renewPassword(house, call, call.params);
    return { id, username, password, message: 'Senha nova gerada com sucesso' };
  }),
  bind(getLineHistory, (call) => readLineHistory(house, call, call.params.id, call.query)),
  bind(findLinesByWhatsapp, (call) => findByWhatsapp(house, call, call.query.whatsapp)),
  bind(setLineWhatsapp, async (call) => {
    const { id, whatsapp } = await setWhatsapp(house, call, call.params, call.body.whatsapp);
    return { id, whatsapp, message: 'WhatsApp guardado com sucesso' };
  }),
];

const wanted = ({ params }: { params: { id: number } }): Wanted => ({
  id: params.id,
  platform: platform.key,
});

const newExpiry = (house: House, line: Line) => ({
  exp_date_formatted: formatDateTime(line.expiresAt, house.clock.timeZone),
});

/** 0 is oneself; an admin owns no lines and sees all where others see their tree (Q-RESPARAM). */
async function scopeFor(
  house: House,
  actor: Actor,
  asked: number | 'tree' | 'all',
): Promise<Scope> {
  if (asked === 'all') return actor.profile === 'admin' ? 'all' : refuse('forbidden');
  if (asked === 'tree') return actor.profile === 'admin' ? 'all' : { tree: actor.id };
  return { owner: asked === 0 ? actor.id : await reachAccount(house.db, actor, asked) };
}

type ListQuery = Call<typeof listAllIptvLines>['query'];

async function list(house: House, scope: Scope, query: ListQuery) {
  const { rows, total } = await listLines(
    house.db,
    { ...query, platform: platform.key, scope },
    house.clock.now(),
  );
  return pageOf(
    query,
    total,
    rows.map((line) => iptvRow(house, line)),
  );
}

type CreateBody = Call<typeof createIptvLine>['body'];

const newLine = (body: CreateBody) => ({
  platform,
  username: body.username,
  whatsapp: body.whatsapp ?? null,
  note: body.nota,
  package: readPackageChoice(body),
  pays: body.isOficial
    ? { hundredths: body.credits ?? defaultHundredths }
    : { testHours: body.test_hours },
});

type EditBody = Call<typeof editIptvLine>['body'];

/** Package 0 keeps the current one; a custom set replaces it (V-18). */
const edits = (body: EditBody) => ({
  username: body.username,
  whatsapp: body.whatsapp,
  note: body.nota,
  package: body.isCustomPackage || body.package ? readPackageChoice(body) : undefined,
});

/** The built-in platform's id is the line's own (Q-IPTVID). */
function checkPlatformId(id: number, sent: number | undefined): void {
  if (sent !== undefined && sent !== id)
    refuse('id_mismatch', { fields: { id_iptv: 'Não corresponde a esta linha.' } });
}
