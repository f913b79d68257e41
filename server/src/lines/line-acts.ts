/**
 * What the lines of every platform do alike: lists, acts and their sentences stand here, once, and a
 * platform's wire says how a line of it is told. What differs in what is asked stays with its routes.
 */
import { fromHundredths } from '@ramal/contract/money';
import type { Platform } from '@ramal/contract/platforms';
import { onWire } from '../credits/credits.ts';
import type { By, Origin } from '../foundation/actor.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { House } from '../foundation/house.ts';
import { type PageAsked, pageOf } from '../foundation/pages.ts';
import { type NewLine, createLine, defaultHundredths } from './create-line.ts';
import { deleteLine } from './delete-line.ts';
import { type Edit, editLine } from './edit-line.ts';
import { endOfDayLine } from './end-of-day-line.ts';
import { type LinesFiltered, exportLines } from './export-lines.ts';
import { extendLine } from './extend-line.ts';
import type { Line } from './line.ts';
import { countLines, listLines } from './list-lines.ts';
import { productNames } from './plan.ts';
import { type Wanted, readLine } from './reach-line.ts';
import { rollBackLine } from './roll-back-line.ts';
import { switchLine } from './switch-line.ts';
import { trustLine } from './trust-line.ts';
import { type Whose, refuseDeletedLines, scopeFor } from './whose-lines.ts';

/** How a platform's lines are told: in a list, and to their customers. */
export interface Wire<Row, Receipt> {
  readonly row: (house: House, line: Line) => Row;
  readonly receipt: (house: House, line: Line, origin: Origin) => Receipt;
}

type Listed = PageAsked & LinesFiltered;

/** What the create forms ask alike; an official line takes credits, a test hours (V-13). */
interface NewLineBody {
  readonly isOficial: boolean;
  readonly whatsapp?: string | null | undefined;
  readonly nota: string;
  readonly credits?: number | undefined;
  readonly test_hours: number;
}

interface About<Body = unknown> extends By {
  readonly params: { readonly id: number };
  readonly body: Body;
}

export function lineActs<Row extends object, Receipt extends object>(
  house: House,
  platform: Platform,
  { row, receipt }: Wire<Row, Receipt>,
) {
  const wanted = ({ params }: About): Required<Wanted> => ({ ...params, platform: platform.key });
  const told = (line: Line, message: string) => ({ ...row(house, line), message });
  const renewed = (line: Line, message: string) => ({
    ...told(line, message),
    exp_date_formatted: formatDateTime(line.expiresAt, house.clock.timeZone),
  });
  return {
    list: async ({ actor }: By, whose: Whose, query: Listed) => {
      refuseDeletedLines(actor, query.deleted);
      const asked = {
        ...query,
        platform: platform.key,
        scope: await scopeFor(house.db, actor, whose),
        products: productNames(house),
      };
      const { rows, total } = await listLines(house.db, asked, house.clock.now());
      return pageOf(
        query,
        total,
        rows.map((line) => row(house, line)),
      );
    },
    count: async ({ actor }: By, whose: Whose) =>
      countLines(house.db, platform.key, await scopeFor(house.db, actor, whose), house.clock.now()),
    exportSheet: ({ actor }: By, whose: Whose, filters: LinesFiltered) =>
      exportLines(house, actor, { ...filters, platform: platform.key, whose }),
    create: (call: By & { body: NewLineBody }, own: Pick<NewLine, 'username' | 'plan' | 'from'>) =>
      createLine(house, call, { ...own, platform, ...newLine(call.body) }, ({ line, ...cost }) => ({
        ...receipt(house, line, call.origin),
        ...charged(cost),
      })),
    toggle: async (call: About<{ readonly on?: boolean | undefined }>) => {
      const line = await switchLine(house, call, wanted(call), call.body.on);
      return told(line, line.isOn ? 'Linha ligada com sucesso' : 'Linha desligada com sucesso');
    },
    extend: (call: About<{ readonly credits: number }>) =>
      extendLine(house, call, wanted(call), call.body.credits, ({ line, ...cost }) => ({
        ...renewed(line, 'Linha renovada com sucesso'),
        ...charged(cost),
      })),
    remove: async (call: About) => {
      const { id } = await deleteLine(house, call, wanted(call));
      return { id, message: 'Usuário deletado com sucesso' };
    },
    edit: async (call: About, edit: Edit, message = 'Usuário editado com sucesso') =>
      told(await editLine(house, call, wanted(call), edit), message),
    rollBack: async (call: About<{ readonly exp_day?: string | undefined }>) => {
      const line = await rollBackLine(house, call, wanted(call), call.body.exp_day);
      return told(line, 'Vencimento retrocedido com sucesso');
    },
    trust: async (call: About) =>
      renewed(await trustLine(house, call, wanted(call)), 'Confiança adicionada com sucesso'),
    receipt: async (call: About) =>
      receipt(
        house,
        await readLine(house.db, call.actor, wanted(call), house.clock.now()),
        call.origin,
      ),
    endOfDay: async (call: About) =>
      renewed(await endOfDayLine(house, call, wanted(call)), 'Vencimento alterado com sucesso'),
  };
}

const newLine = ({ isOficial, whatsapp, nota, credits, test_hours }: NewLineBody) => ({
  whatsapp: whatsapp ?? null,
  note: nota,
  pays: isOficial ? { hundredths: credits ?? defaultHundredths } : { testHours: test_hours },
});

/** What it cost, and what is left to whoever paid (Q-CHARGE). */
const charged = ({ hundredths, balance }: { hundredths: number; balance: number | null }) => ({
  charged: fromHundredths(hundredths),
  balance: onWire(balance),
});
