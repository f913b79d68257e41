/**
 * Builds the description of a platform from its calls. The contract translates the wire names, so
 * all platforms use the same names here. Each platform declares only its own texts, columns,
 * products and edits.
 */
import type { IptvCalls } from '@ramal/contract/lines/iptv-lines';
import type { P2pUpkeep, recreateIptvLine } from '@ramal/contract/lines/line-recreation';
import type { P2pCalls } from '@ramal/contract/lines/p2p-lines';
import type { Page } from '@ramal/contract/api/paging';
import { withWireNames } from '@ramal/contract/api/translated';
import { type Line, type LineAnswer, toLine } from '../line.ts';
import {
  type LineChange,
  type LineCounts,
  type LineEditing,
  type LineInput,
  type LinePage,
  type LinePlatform,
  type LineQuery,
  lineSpreadsheet,
  type LineProduct,
  platformCall,
  type LineOwner,
} from './platform.ts';
import { type ChargeResult, toReceiptCharge, toReceipt } from '../receipt/receipt.ts';

/** Converts the number of a form. Empty text is sent as 0 (V-17). */
export const whatsappSent = <W>(whatsapp: W): W | 0 => (whatsapp === '' ? 0 : whatsapp);

interface Answer extends Page<LineAnswer> {
  readonly previousPlace?: string | null | undefined;
  readonly nextPlace?: string | null | undefined;
}

export const toPage = (answer: Answer): LinePage => ({
  rows: answer.data.map(toLine),
  total: answer.total,
  totalExact: answer.totalExact,
  previous: answer.previousPlace,
  next: answer.nextPlace,
});

/** Selects the fields for the choice: a package or bouquets, never both. */
const chosenProduct = ({ custom, packageId, bouquetIds }: LineProduct) => ({
  custom,
  packageId: custom ? undefined : packageId,
  bouquetIds: custom ? [...bouquetIds] : undefined,
});

export const toPageQuery = ({ page, perPage, from, cursor }: LineQuery) => ({
  page,
  perPage,
  ...(cursor ? { place: cursor } : from && { from }),
});

export const toChange = (
  answer: LineAnswer & ChargeResult & { readonly undoId?: string | undefined },
): LineChange => ({
  line: toLine(answer),
  ...toReceiptCharge(answer),
  undoId: answer.undoId,
});

/** Returns the filters that the lists and spreadsheets of all platforms send in the same way. */
export const sharedFilters = (query: LineQuery) => ({
  search: query.search,
  expiring: query.expiring,
  expired: query.expired,
  due: query.due,
  ...(query.paid ? { paid: query.paid } : {}),
  dir: query.direction,
  ...(query.deleted ? { deleted: true } : {}),
});

type SharedKey = 'list' | 'count' | 'spreadsheet' | 'create' | 'receipt' | 'actions' | 'edits';

/** Parts of a description that differ between platforms. */
interface PlatformDescription extends Omit<LinePlatform, SharedKey> {
  readonly calls: IptvCalls | P2pCalls;
  readonly recreate: typeof recreateIptvLine | P2pUpkeep['recreate'];
  readonly sync?: P2pUpkeep['sync'];
  /** Returns sort order, status and abuse filters under the names of the platform's query. */
  readonly filtersOf: (query: LineQuery) => object;
  /**
   * Values of the owner filter that select the lines of all resellers. Lists use `listed`. Counts
   * and spreadsheets use `counted`.
   */
  readonly everybody: { readonly listed: 0 | 'tree'; readonly counted: 'all' | 'tree' };
  /** Converts on and off to the format of the platform's calls. */
  readonly switchOf: (on: boolean) => boolean | 0 | 1;
  /** True if an edit without a package keeps the current one (V-18). */
  readonly keepsPackage?: true;
  readonly otherEdits?: LinePlatform['edits'];
  /** Default duration of a test in hours, for receipts that do not contain a duration. */
  readonly testHours?: number;
}

const onlyId = ({ line: { id } }: { line: Line }) => ({ params: { id }, body: {} });

const toMessage = ({ message }: { message: string }) => ({ message });

function describeActions({
  calls,
  recreate,
  sync,
  switchOf,
  testHours,
}: PlatformDescription): LinePlatform['actions'] {
  return {
    toggle: platformCall(
      calls.toggle,
      ({ line: { id }, on }) => ({ params: { id }, body: { on: switchOf(on) } }),
      toChange,
    ),
    extend: platformCall(
      calls.extend,
      ({ line: { id }, credits }) => ({ params: { id }, body: { credits } }),
      toChange,
    ),
    promote: platformCall(
      calls.promote,
      ({ line: { id }, promotion }) => ({
        params: { id },
        body: withWireNames(calls.promote.body, {
          ...promotion,
          ...chosenProduct({ ...promotion, packageId: promotion.packageId || undefined }),
        }),
      }),
      (answer) => toReceipt(answer, testHours),
    ),
    remove: platformCall(calls.remove, onlyId, toMessage),
    rollBack: platformCall(
      calls.edit,
      ({ line: { id }, day }) => ({
        params: { id },
        body: withWireNames(calls.edit.body, { rollBack: 1, day }),
      }),
      toChange,
    ),
    trust: platformCall(calls.trust, onlyId, toChange),
    endOfDay: platformCall(calls.endOfDay, onlyId, toChange),
    recreate: platformCall(recreate, onlyId, (answer) => toReceipt(answer, testHours)),
    ...(sync ? { sync: platformCall(sync, onlyId, toMessage) } : {}),
  };
}

const editLine = ({ calls, keepsPackage }: PlatformDescription): LineEditing => ({
  title: 'Editar Usuário',
  done: 'Usuário editado',
  act: 'edit',
  ...(keepsPackage ? { keepsPackage } : {}),
  call: platformCall(
    calls.edit,
    ({ line: { id }, edit }: { line: Line; edit: LineInput }) => ({
      params: { id },
      body: withWireNames(calls.edit.body, {
        ...edit,
        ...chosenProduct(edit),
        whatsapp: whatsappSent(edit.whatsapp),
        rollBack: 0,
      }),
    }),
    toChange,
  ),
});

export function describePlatform(description: PlatformDescription): LinePlatform {
  const { calls, everybody, filtersOf, testHours } = description;
  const resellerIdOf = <All extends LineOwner>(owner: LineOwner, all: All) =>
    owner === 'all' ? all : owner;
  const filters = (query: LineQuery) => ({ ...sharedFilters(query), ...filtersOf(query) });
  return {
    ...description,
    list: platformCall(
      calls.list,
      (query: LineQuery) => ({
        query: {
          ...filters(query),
          ...toPageQuery(query),
          resellerId: resellerIdOf(query.lineOwner, everybody.listed),
        },
      }),
      toPage,
    ),
    spreadsheet: lineSpreadsheet(calls.exportSheet, (query) => ({
      body: { ...filters(query), resellerId: resellerIdOf(query.lineOwner, everybody.counted) },
    })),
    count: platformCall(
      calls.count,
      (owner: LineOwner) => ({ query: { resellerId: resellerIdOf(owner, everybody.counted) } }),
      (answer): LineCounts => answer,
    ),
    create: platformCall(
      calls.create,
      (line: LineInput) => ({
        body: withWireNames(calls.create.body, { ...line, ...chosenProduct(line) }),
      }),
      (answer) => toReceipt(answer, testHours),
    ),
    receipt: platformCall(
      calls.receipt,
      (id: number) => ({ params: { id }, body: {} }),
      (answer) => toReceipt(answer, testHours),
    ),
    actions: describeActions(description),
    edits: { edit: editLine(description), ...description.otherEdits },
  };
}
