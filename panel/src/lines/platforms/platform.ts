/**
 * Interface of a platform for the screens of lines: its texts, its calls with translated wire
 * names, and the actions of its lines. Each platform implements it in one file. Screens should not
 * depend on the platform that they show.
 */
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { exportStarted } from '@ramal/contract/exports';
import type {
  LineAct,
  LineFields,
  LineInput as ContractLineInput,
} from '@ramal/contract/lines/line-fields';
import type { DueFilter, LineFilter, LineSort } from '@ramal/contract/lines/lines';
import type { PaidFilter } from '@ramal/contract/lines/line-payments';
import type { NamedApp } from '@ramal/contract/rules/named-apps';
import type { Platform } from '@ramal/contract/rules/platforms';
import type { Line } from '../line.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** A declaration with functions that convert its request and answer to the panel's terms. */
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

/**
 * Owner of the lines: 0 for the account itself, an id inside its tree, the tree, all descendants,
 * or all resellers (admins).
 */
export type LineOwner = number | 'tree' | 'below' | 'all';

export interface LineQuery {
  readonly whose: LineOwner;
  readonly page: number;
  readonly perPage: number;
  readonly search: string | undefined;
  readonly status: LineFilter | undefined;
  readonly expiring: number | undefined;
  /** True for expired lines, false for running ones. */
  readonly expired?: boolean | undefined;
  readonly due?: DueFilter | undefined;
  readonly paid?: PaidFilter | undefined;
  /** Deleted lines that can be restored, instead of existing ones; only for admins. */
  readonly deleted: boolean;
  /** Restricts the list to lines with a detected abuse (admins), or to lines blocked for abuse. */
  readonly abuse?: 'suspect' | 'blocked' | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
  /** Start of the list, for a list without pages. */
  readonly from?: string | undefined;
  readonly cursor?: string | undefined;
}

interface LineSpreadsheet {
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
  /** Cursors of the adjacent pages, for a list that starts at a cursor. */
  readonly previous?: string | null | undefined;
  readonly next?: string | null | undefined;
}

export interface Count {
  readonly total: number;
  readonly exact: boolean;
}

export type LineCounts = Readonly<{ all: Count } & Partial<Record<LineFilter, Count>>>;

/** Product of a line: a ready package, or a custom choice of bouquets. */
export interface LineProduct {
  readonly custom: boolean;
  /** 0 keeps the current package when a line is edited (V-18). */
  readonly packageId: number | undefined;
  readonly bouquetIds: readonly number[];
}

/** Values of a form. The body of a request contains those that its action sends. */
export type LineInput = LineProduct & Omit<ContractLineInput, keyof LineProduct>;

/** Answer of an action: the current state of the line, and the cost for the acting account. */
export interface LineChange {
  readonly line: Line;
  readonly charge?: { readonly charged: number; readonly balance: number | null };
}

export interface PackageOption {
  readonly id: number;
  /** Text such as «Completo, 1 tela». */
  readonly label: string;
  readonly forTests: boolean;
}

export interface BouquetOption {
  readonly id: number;
  readonly name: string;
}

/** Code of a device and the line to create for it (Q-CODECOST). */
export interface LineFromCodeInput {
  readonly code: string;
  readonly packageId: number | undefined;
  readonly note: string;
}
export type CreateFromCodeCall = PlatformCall<LineFromCodeInput, Receipt>;

/** Columns in display order. `others`: only for lists with lines of several resellers. */
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

/** Dialog that edits a line: the action that determines its fields, and its call. */
export interface LineEditing {
  readonly title: string;
  readonly done: string;
  readonly act: LineAct;
  /** True if an edit without a package keeps the current one (V-18). */
  readonly keepsPackage?: true;
  readonly call: PlatformCall<{ line: Line; edit: LineInput }, LineChange>;
}

/** Names of the edit dialogs in the address. */
export const editKinds = ['edit', 'note', 'package'] as const;
export type EditKind = (typeof editKinds)[number];

/** Texts that the buttons of a receipt use (Q-COPYTEXT). */
interface ReceiptTexts {
  readonly copy: (receipt: Receipt) => string;
  readonly other: { readonly label: string; readonly text: (receipt: Receipt) => string };
}

export interface LinePlatform {
  readonly definition: Platform;
  readonly words: {
    /** Title such as «Listagem de Usuários IPTV». */
    readonly listTitle: string;
    readonly phoneTitle: string;
    readonly createTitle: string;
    /** Label of the list's button that opens the form. */
    readonly createButton: string;
    /** Label of the name's field and column. */
    readonly name: string;
    readonly nameHint: string;
    /** Noun such as «linhas IPTV». */
    readonly lines: string;
  };
  /** Fields of the platform's lines, from which the forms derive. */
  readonly fields: LineFields;
  readonly columns: readonly ColumnChoice[];
  /** The list's status filters, in their order. */
  readonly filters: readonly LineFilter[];
  readonly texts: ReceiptTexts;
  readonly list: PlatformCall<LineQuery, LinePage>;
  /**
   * List of all resellers' lines for admins. Without it they read their tree, which contains all
   * resellers (Q-RESPARAM).
   */
  readonly listAll?: PlatformCall<LineQuery, LinePage>;
  readonly count: PlatformCall<LineOwner, LineCounts>;
  /** Spreadsheet with the same filters, without pages. */
  readonly spreadsheet: LineSpreadsheet;
  /** True if the platform's list offers to delete old tests (S-IPTVLIST-07 to 09). */
  readonly cleansTests?: true;
  readonly create: PlatformCall<LineInput, Receipt>;
  /** Apps that receive a line by their device's MAC address. */
  readonly apps?: readonly NamedApp[];
  /** True if the platform's apps show a code for creating a line (line-from-code.ts). */
  readonly fromCode?: true;
  readonly packages: PlatformCall<void, readonly PackageOption[]>;
  /**
   * Package of a quick test if tests may use it. Otherwise the first allowed one is used (K-06,
   * Q-QUICKP2P).
   */
  readonly quickTestPackage?: number;
  /** Set if the account can combine bouquets instead of choosing a ready package. */
  readonly bouquets?: PlatformCall<void, readonly BouquetOption[]>;
  readonly receipt: PlatformCall<number, Receipt>;
  readonly actions: {
    readonly toggle: PlatformCall<{ line: Line; on: boolean }, LineChange>;
    readonly extend: PlatformCall<{ line: Line; credits: number }, LineChange>;
    readonly promote: PlatformCall<{ line: Line; promotion: LineInput }, Receipt>;
    readonly remove: PlatformCall<{ line: Line }, { readonly message: string }>;
    readonly rollBack: PlatformCall<{ line: Line; day: string }, LineChange>;
    readonly trust: PlatformCall<{ line: Line }, LineChange>;
    readonly endOfDay: PlatformCall<{ line: Line }, LineChange>;
    /** Returns the access data, which stays the same (Q-RECREATE). */
    readonly recreate: PlatformCall<{ line: Line }, Receipt>;
    /** Undefined if the specification does not define it for the platform. */
    readonly sync?: PlatformCall<{ line: Line }, { readonly message: string }>;
  };
  readonly edits: { readonly [kind in EditKind]?: LineEditing };
}
