/**
 * What the line screens must know of a platform: its words, its calls with their wire names
 * translated, and the acts its lines have. One file per platform fills this in; a screen that asks
 * which platform it stands on is a smell.
 */
import type { Answered, Endpoint, Sent } from '@ramal/contract/endpoint';
import type { LineFilter, LineSort } from '@ramal/contract/lines';
import type { Platform } from '@ramal/contract/platforms';
import type { Line } from './line.ts';
import type { Receipt } from './receipt.ts';

/** A declaration with both sides in the panel's words. */
export interface PlatformCall<In, Out> {
  readonly declaration: Endpoint;
  readonly send: (input: In) => unknown;
  readonly read: (answer: unknown) => Out;
}

export function platformCall<const E extends Endpoint, In, Out>(
  declaration: E,
  send: (input: In) => Sent<E>,
  read: (answer: Answered<E>) => Out,
): PlatformCall<In, Out> {
  return { declaration, send, read: (answer) => read(answer as Answered<E>) };
}

/** Whose lines: 0 one's own, an id inside one's tree, the tree, or everybody's (admins). */
export type Whose = number | 'tree' | 'all';

export interface LineQuery {
  readonly whose: Whose;
  readonly page: number;
  readonly perPage: number;
  readonly search: string | undefined;
  readonly status: LineFilter | undefined;
  readonly expiring: number | undefined;
  readonly sort: LineSort;
  readonly direction: 'asc' | 'desc';
}

export interface LinePage {
  readonly rows: readonly Line[];
  readonly total: number;
  readonly totalExact: boolean;
}

export interface Count {
  readonly total: number;
  readonly exact: boolean;
}

export type LineCounts = Readonly<Record<'all' | LineFilter, Count>>;

/** What a customer watches: a ready package, or bouquets of one's own choice. */
export interface Plan {
  readonly custom: boolean;
  /** 0 keeps the current one where a line is edited (V-18). */
  readonly packageId: number | undefined;
  readonly bouquetIds: readonly number[];
}

export interface NewLine extends Plan {
  readonly official: boolean;
  readonly credits: number;
  readonly testHours: number;
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
}

export interface LineEdit extends Plan {
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
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
export type FormField = 'credits' | 'testHours' | 'plan' | 'username' | 'whatsapp' | 'note';
export type FieldTexts = Partial<Record<FormField, string>>;

export interface LinePlatform {
  readonly is: Platform;
  readonly words: {
    /** «Listagem de Usuários IPTV» */
    readonly listTitle: string;
    readonly phoneTitle: string;
    readonly createTitle: string;
    /** Label of the name's field and column. */
    readonly name: string;
    readonly nameHint: string;
    /** «linhas IPTV» */
    readonly lines: string;
  };
  /** Wire name of a field -> the form's field that shows its text. */
  readonly formFields: Readonly<Record<string, FormField>>;
  readonly list: PlatformCall<LineQuery, LinePage>;
  readonly listAll: PlatformCall<LineQuery, LinePage>;
  readonly count: PlatformCall<Whose, LineCounts>;
  readonly create: PlatformCall<NewLine, Receipt>;
  readonly packages: PlatformCall<void, readonly PackageOption[]>;
  readonly bouquets: PlatformCall<void, readonly BouquetOption[]>;
  readonly receipt: PlatformCall<number, Receipt>;
  readonly acts: {
    readonly toggle: PlatformCall<{ line: Line; on: boolean }, LineChange>;
    readonly extend: PlatformCall<{ line: Line; credits: number }, LineChange>;
    readonly remove: PlatformCall<{ line: Line }, { readonly message: string }>;
    readonly edit: PlatformCall<{ line: Line; edit: LineEdit }, LineChange>;
    readonly rollBack: PlatformCall<{ line: Line; day: string }, LineChange>;
    readonly trust: PlatformCall<{ line: Line }, LineChange>;
    readonly endOfDay: PlatformCall<{ line: Line }, LineChange>;
  };
}
