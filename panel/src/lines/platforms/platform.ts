/**
 * Interface of a platform for all screens about lines: texts, calls with translated names, and
 * actions. Each platform implements it in one file. Screens must not depend on a particular
 * platform.
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

/**
 * Endpoint declaration of a call. `send` converts the panel's input to a request, and `read`
 * converts the answer to the panel's terms.
 */
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
 * Selects whose lines are shown. 0 is the account itself, and a number is an account in its
 * network. `tree` is the whole network, `below` is all descendants. `all` is all resellers (only
 * for admins).
 */
export type LineOwner = number | 'tree' | 'below' | 'all';

export interface LineQuery {
  readonly lineOwner: LineOwner;
  readonly page: number;
  readonly perPage: number;
  readonly search: string | undefined;
  readonly status: LineFilter | undefined;
  readonly expiring: number | undefined;
  /** True for expired lines, false for lines that are not expired. Undefined for both. */
  readonly expired?: boolean | undefined;
  readonly due?: DueFilter | undefined;
  readonly paid?: PaidFilter | undefined;
  /** True for deleted lines that can be restored, instead of existing lines. Only for admins. */
  readonly deleted: boolean;
  /** Restricts the list to suspect lines, or to lines blocked for abuse. */
  readonly abuse?: 'suspect' | 'blocked' | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
  /** Day or beginning of a name at which the list starts. */
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
  /** Cursors of the previous and the next page. Only for a list that starts at a cursor. */
  readonly previous?: string | null | undefined;
  readonly next?: string | null | undefined;
}

export interface Count {
  readonly total: number;
  readonly exact: boolean;
}

export type LineCounts = Readonly<{ all: Count } & Partial<Record<LineFilter, Count>>>;

/** Product of a line: a ready package, or bouquets that the seller selected. */
export interface LineProduct {
  readonly custom: boolean;
  /** 0 keeps the current package when a line is edited (V-18). */
  readonly packageId: number | undefined;
  readonly bouquetIds: readonly number[];
}

/** Values of a form. A request contains only the values that its action sends. */
export type LineInput = LineProduct & Omit<ContractLineInput, keyof LineProduct>;

/** Answer of an action: the current state of the line, and the cost for the acting account. */
export interface LineChange {
  readonly line: Line;
  readonly charge?: { readonly charged: number; readonly balance: number | null };
  /** Set if the account can undo the action for some seconds. */
  readonly undoId?: string | undefined;
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

/**
 * Input for the creation of a line by code: the code of a device, and the values of the line
 * (Q-CODECOST).
 */
export interface LineFromCodeInput {
  readonly code: string;
  readonly packageId: number | undefined;
  readonly note: string;
}
export type CreateFromCodeCall = PlatformCall<LineFromCodeInput, Receipt>;

/**
 * Column of a list. `when: 'others'` shows the column only in lists with lines of several
 * resellers.
 */
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

/** Call that edits a line. The action determines its fields. */
export interface LineEditing {
  readonly title: string;
  readonly done: string;
  readonly act: LineAct;
  /** True if an edit without a package keeps the current one (V-18). */
  readonly keepsPackage?: true;
  readonly call: PlatformCall<{ line: Line; edit: LineInput }, LineChange>;
}

/** Kinds of edits that a platform has separate calls for. */
export type EditKind = 'edit' | 'note' | 'package';

/** Texts that the buttons of a receipt use (Q-COPYTEXT). */
interface ReceiptTexts {
  readonly copy: (receipt: Receipt) => string;
  readonly other: { readonly label: string; readonly text: (receipt: Receipt) => string };
}

export interface LinePlatform {
  readonly definition: Platform;
  readonly words: {
    readonly listTitle: string;
    readonly phoneTitle: string;
    readonly createTitle: string;
    /** Label of the list's button that opens the form. */
    readonly createButton: string;
    /** Label of the user name, used for its field and its column. */
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
   * List that shows an admin the lines of all resellers. If absent, an admin reads its own tree,
   * which contains all resellers (Q-RESPARAM).
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
  /** True if the platform's apps show a code for creating a line. */
  readonly fromCode?: true;
  readonly packages: PlatformCall<void, readonly PackageOption[]>;
  /**
   * Preferred package of a quick test. If tests may not use it, the first package that tests may
   * use is taken (K-06, Q-QUICKP2P).
   */
  readonly quickTestPackage?: number;
  /**
   * Call that lists the bouquets. Set if the account can combine bouquets instead of choosing a
   * ready package.
   */
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
    /**
     * Creates the line on the server again. Returns its access data, which stays unchanged
     * (Q-RECREATE).
     */
    readonly recreate: PlatformCall<{ line: Line }, Receipt>;
    /** Undefined if the platform has no such action. */
    readonly sync?: PlatformCall<{ line: Line }, { readonly message: string }>;
  };
  readonly edits: { readonly [kind in EditKind]?: LineEditing };
}
