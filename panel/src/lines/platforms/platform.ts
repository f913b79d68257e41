/**
 * What the line screens must know of a platform: its words, its calls with their wire names
 * translated, and the acts its lines have. One file per platform fills this in; a screen that asks
 * which platform it stands on is a smell.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { exportStarted } from '@ramal/contract/exports';
import type { DueFilter, LineFilter, LineSort } from '@ramal/contract/lines/lines';
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { NamedApp } from '@ramal/contract/rules/named-apps';
import type { Platform } from '@ramal/contract/rules/platforms';
import type { Line } from '../line.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** A declaration with both sides in the panel's words. */
export interface PlatformCall<In, Out> {
  readonly declaration: Endpoint;
  readonly send: (input: In) => unknown;
  readonly read: (answer: unknown) => Out;
}

export function platformCall<const E extends Endpoint, In, Out>(
  declaration: E,
  send: (input: In) => RequestOf<E>,
  read: (answer: ResponseOf<E>) => Out,
): PlatformCall<In, Out> {
  return { declaration, send, read: (answer) => read(answer as ResponseOf<E>) };
}

/** Whose lines: 0 one's own, an id inside one's tree, the tree, all below, or everybody's (admins). */
export type Whose = number | 'tree' | 'below' | 'all';

export interface LineQuery {
  readonly whose: Whose;
  readonly page: number;
  readonly perPage: number;
  readonly search: string | undefined;
  readonly status: LineFilter | undefined;
  readonly expiring: number | undefined;
  /** Over, or still running. */
  readonly expired?: boolean | undefined;
  readonly due?: DueFilter | undefined;
  readonly paid?: PaidFilter | undefined;
  /** What was deleted and can be brought back, instead of what stands: an admin's alone. */
  readonly deleted: boolean;
  /** Only what an abuse was seen of (admins), or only what is blocked for one. */
  readonly abuse?: 'suspect' | 'blocked' | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
  /** Of a list alone: where it begins instead of at its page. */
  readonly from?: string | undefined;
  readonly place?: string | undefined;
}

export interface LineSpreadsheet {
  readonly declaration: Endpoint & { answer: typeof exportStarted };
  readonly send: (query: LineQuery) => object;
}

export const lineSpreadsheet = <const E extends Endpoint & { answer: typeof exportStarted }>(
  declaration: E,
  send: (query: LineQuery) => RequestOf<E>,
): LineSpreadsheet => ({ declaration, send: (query) => send(query) as object });

export interface LinePage {
  readonly rows: readonly Line[];
  readonly total: number;
  readonly totalExact: boolean;
  /** Of a list that begins at a place: its neighbours. */
  readonly previous?: string | null | undefined;
  readonly next?: string | null | undefined;
}

export interface Count {
  readonly total: number;
  readonly exact: boolean;
}

export type LineCounts = Readonly<{ all: Count } & Partial<Record<LineFilter, Count>>>;

/** What a customer watches: a ready package, or bouquets of one's own choice. */
export interface LineProduct {
  readonly custom: boolean;
  /** 0 keeps the current one where a line is edited (V-18). */
  readonly packageId: number | undefined;
  readonly bouquetIds: readonly number[];
}

export interface NewLine extends LineProduct {
  readonly official: boolean;
  /** What an official line costs; undefined where nothing is to be said of it (V-13). */
  readonly credits: number | undefined;
  /** How long a test lasts. */
  readonly testHours: number | undefined;
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
  readonly priceCents: number | undefined;
}

/** A test that becomes the customer's line; package 0 keeps what it watches (Q-TESTPROMOTE). */
export interface LinePromotion extends LineProduct {
  readonly line: Line;
  readonly credits: number;
}

export interface LineEdit extends LineProduct {
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
  /** Undefined keeps the price. */
  readonly priceCents: number | undefined;
}

/** What an act answers: the line as it stands now, and what the act cost the one who acted. */
export interface LineChange {
  readonly line: Line;
  readonly charge?: { readonly charged: number; readonly balance: number | null };
}

export interface PackageOption {
  readonly id: number;
  /** «Completo, 1 tela». */
  readonly label: string;
  readonly forTests: boolean;
}

export interface BouquetOption {
  readonly id: number;
  readonly name: string;
}

/** Fields of the create and edit forms, as their error texts are kept. */
export type FormField =
  | 'credits'
  | 'testHours'
  | 'plan'
  | 'username'
  | 'whatsapp'
  | 'note'
  | 'price';
export type FieldTexts = Partial<Record<FormField, string>>;

/** A line for the device that shows a code (Q-CODECOST). */
export interface LineFromCode {
  readonly code: string;
  readonly packageId: number | undefined;
  readonly note: string;
}
export type FromCode = PlatformCall<LineFromCode, Receipt>;

/** Columns in the order they stand. `others`: only where lines of several resellers stand together. */
export interface ColumnChoice {
  readonly key:
    | 'username'
    | 'password'
    | 'status'
    | 'online'
    | 'owner'
    | 'note'
    | 'exp_date'
    | 'created_at';
  readonly header: string;
  readonly when?: 'others';
}

/** One window that changes a line: which of the form's fields it holds, and the call that takes them. */
export interface LineEditing {
  readonly title: string;
  readonly done: string;
  readonly fields: readonly FormField[];
  /** The package may stay as it is without being named (V-18). */
  readonly keepsPackage?: true;
  readonly call: PlatformCall<{ line: Line; edit: LineEdit }, LineChange>;
}

/** Names of their dialogs in the address. */
export const editKinds = ['edit', 'note', 'package'] as const;
export type EditKind = (typeof editKinds)[number];

/** What a receipt's buttons carry (Q-COPYTEXT). */
export interface ReceiptTexts {
  readonly copy: (receipt: Receipt) => string;
  readonly other: { readonly label: string; readonly text: (receipt: Receipt) => string };
}

export interface LinePlatform {
  readonly is: Platform;
  readonly words: {
    /** «Listagem de Usuários IPTV» */
    readonly listTitle: string;
    readonly phoneTitle: string;
    readonly createTitle: string;
    /** On the list's button that leads to the form. */
    readonly createButton: string;
    /** Label of the name's field and column. */
    readonly name: string;
    readonly nameHint: string;
    /** «linhas IPTV» */
    readonly lines: string;
  };
  /** Wire name of a field -> the form's field that shows its text. */
  readonly formFields: Readonly<Record<string, FormField>>;
  readonly columns: readonly ColumnChoice[];
  /** The list's status filters, in their order. */
  readonly filters: readonly LineFilter[];
  readonly texts: ReceiptTexts;
  readonly list: PlatformCall<LineQuery, LinePage>;
  /** A list of its own for admins; without it they see the tree's, which is everybody's (Q-RESPARAM). */
  readonly listAll?: PlatformCall<LineQuery, LinePage>;
  readonly count: PlatformCall<Whose, LineCounts>;
  /** The same filters, without its pages, as a spreadsheet. */
  readonly spreadsheet: LineSpreadsheet;
  /** Its list clears old tests away (S-IPTVLIST-07 to 09). */
  readonly cleansTests?: true;
  readonly create: PlatformCall<NewLine, Receipt>;
  /** Apps that receive a line by their device's MAC. */
  readonly apps?: readonly NamedApp[];
  /** Its apps show a code that a line is made from (line-from-code.ts). */
  readonly fromCode?: true;
  readonly packages: PlatformCall<void, readonly PackageOption[]>;
  /** The package of a quick test where tests may use it; else the first that they may (K-06, Q-QUICKP2P). */
  readonly quickTestPackage?: number;
  /** Only where one may put bouquets together instead of taking a ready package. */
  readonly bouquets?: PlatformCall<void, readonly BouquetOption[]>;
  readonly receipt: PlatformCall<number, Receipt>;
  readonly actions: {
    readonly toggle: PlatformCall<{ line: Line; on: boolean }, LineChange>;
    readonly extend: PlatformCall<{ line: Line; credits: number }, LineChange>;
    readonly promote: PlatformCall<LinePromotion, Receipt>;
    readonly remove: PlatformCall<{ line: Line }, { readonly message: string }>;
    readonly rollBack: PlatformCall<{ line: Line; day: string }, LineChange>;
    readonly trust: PlatformCall<{ line: Line }, LineChange>;
    readonly endOfDay: PlatformCall<{ line: Line }, LineChange>;
    /** Answers the access, which stays the same (Q-RECREATE). */
    readonly recreate: PlatformCall<{ line: Line }, Receipt>;
    /** Only where the documents have it. */
    readonly sync?: PlatformCall<{ line: Line }, { readonly message: string }>;
  };
  readonly edits: { readonly [kind in EditKind]?: LineEditing };
}
