/**
 * What the panel needs of a server that holds lines. Whatever is written is read back by the caller: an
 * answer that was lost, or that says more than happened, changes nothing.
 */

export type ServerKind = 'xui' | 'signed';

/** How a line must be on its server. */
export interface DesiredLine {
  readonly lineId: number;
  /** Names this wish: whoever is sent it twice does it once. A line that left and came back wishes anew. */
  readonly wish: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  /** 0 is without limit. */
  readonly maxConnections: number;
  /** What the server calls what it watches; undefined where that is not known any more, and it keeps its own. */
  readonly product: DesiredProduct | undefined;
}

export interface DesiredProduct {
  readonly remoteId: string | null;
  readonly bouquets: readonly number[];
}

/**
 * Whose a line on a server is, as its notes say. A mark of the old form names a line and no installation: it proves
 * nothing unless the line has that line's user name too.
 */
export type LineMark = 'ours' | 'old' | 'foreign' | 'none';

/** A line as the server has it. */
export interface RemoteLine {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  /** null: it never ends. */
  readonly expiresAt: Date | null;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  readonly maxConnections: number;
  readonly productId: string | null;
  readonly bouquets: readonly number[];
  readonly mark: LineMark;
  /** The id of our line that its mark names; undefined where it has none, or that of another installation. */
  readonly lineId: number | undefined;
  /** Everything of it was read: a list may show less. */
  readonly isWhole: boolean;
  /** As it was read: what is not ours is written back as it is. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Packages and bouquets, or products, to choose from. */
export interface ServerOffers {
  readonly packages: readonly {
    readonly id: string;
    readonly name: string;
    readonly bouquets: readonly number[];
  }[];
  readonly bouquets: readonly { readonly id: number; readonly name: string }[];
}

export interface Proof {
  readonly offers: ServerOffers;
  readonly lines: number;
}

export interface LinePlatform {
  /** Asks for what any use of the server needs. */
  readonly prove: () => Promise<Proof>;
  readonly read: (id: string) => Promise<RemoteLine | undefined>;
  readonly findByName: (username: string) => Promise<RemoteLine | undefined>;
  readonly create: (line: DesiredLine) => Promise<void>;
  readonly update: (there: RemoteLine, line: DesiredLine) => Promise<void>;
  readonly remove: (there: RemoteLine) => Promise<void>;
  /** All lines, a page at a time, in the order of their ids as far as the server keeps one. */
  readonly list: () => AsyncIterable<readonly RemoteLine[]>;
}

/** No answer, a late one, half of one or none of the server's: what was asked may have happened. */
export class ServerSilent extends Error {
  constructor(
    message = 'O servidor não respondeu, ou respondeu o que não se entende.',
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'ServerSilent';
  }
}

/** It answered that it refuses the key: whatever is asked. */
export class AccessRefused extends Error {
  constructor(message = 'O servidor recusa a chave.') {
    super(message);
    this.name = 'AccessRefused';
  }
}

/** It answered that it refuses this line. */
export class LineRefused extends Error {
  /** Another line there has the name. */
  readonly isNameTaken: boolean;

  constructor(message: string, isNameTaken = false) {
    super(message);
    this.name = 'LineRefused';
    this.isNameTaken = isNameTaken;
  }
}
