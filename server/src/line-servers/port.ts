/**
 * Interface that the adapter of each line server implements. The caller reads every write back. A
 * lost or wrong answer therefore has no effect.
 */
import { isProviderFailure, ProviderError } from '../foundation/provider-error.ts';

export type ServerKind = 'xui' | 'signed';

/** Desired state of a line on its server. */
export interface DesiredLine {
  readonly lineId: number;
  /**
   * Idempotency id of this change. If the server receives it twice, it applies the change once. If
   * a line is removed and assigned again, it gets a new id.
   */
  readonly wish: string;
  readonly username: string;
  readonly password: string;
  readonly expiresAt: Date;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  /** Number of simultaneous connections; 0 means no limit. */
  readonly maxConnections: number;
  /**
   * Product on the server. Undefined if the mapping of the line's product was removed. The server
   * then keeps the current product.
   */
  readonly product: DesiredProduct | undefined;
}

export interface DesiredProduct {
  readonly remoteId: string | null;
  readonly bouquets: readonly number[];
}

/**
 * Owner of a remote line, according to the mark in its notes. `ours` is this installation,
 * `foreign` another one, and `none` a line without a mark. `old` is a mark without the
 * installation, which counts only if the user name also matches.
 */
type LineMark = 'ours' | 'old' | 'foreign' | 'none';

/** Present state of a line on the server. */
export interface RemoteLine {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  /** Null if the line never ends. */
  readonly expiresAt: Date | null;
  readonly isTrial: boolean;
  readonly isOn: boolean;
  readonly isBlocked: boolean;
  readonly maxConnections: number;
  readonly productId: string | null;
  readonly bouquets: readonly number[];
  readonly mark: LineMark;
  /**
   * Id of our line from the mark; undefined without a mark or with the mark of another
   * installation.
   */
  readonly lineId: number | undefined;
  /** True if the row is complete. False for a row from a list that omits columns. */
  readonly isWhole: boolean;
  /** The raw row. Columns that the panel does not manage are written back unchanged. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Packages and bouquets, or products, that an admin can choose from. */
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
  /** Checks address and key: reads the data that every use of the server needs. */
  readonly prove: () => Promise<Proof>;
  readonly read: (id: string) => Promise<RemoteLine | undefined>;
  readonly findByName: (username: string) => Promise<RemoteLine | undefined>;
  readonly create: (line: DesiredLine) => Promise<void>;
  readonly update: (there: RemoteLine, line: DesiredLine) => Promise<void>;
  readonly remove: (there: RemoteLine) => Promise<void>;
  /** Yields all lines page by page, ordered by id if the server has an order. */
  readonly list: () => AsyncIterable<readonly RemoteLine[]>;
}

const PROVIDER = 'line-server';

/**
 * Creates the error for an answer that is missing, late, incomplete or not from a line server. The
 * server may have executed the request.
 */
export const createUnavailableError = (
  message = 'O servidor não respondeu, ou respondeu o que não se entende.',
  cause?: unknown,
): ProviderError => new ProviderError(PROVIDER, 'unavailable', { message, cause });

/** Creates the error for a key that the server rejects in every request. */
export const createKeyError = (message = 'O servidor recusa a chave.'): ProviderError =>
  new ProviderError(PROVIDER, 'unauthorized', { message });

export const createLineError = (message: string): ProviderError =>
  new ProviderError(PROVIDER, 'rejected', { message });

/** Creates the error for a user name that another line on the server has. */
export const createNameError = (
  message = 'O servidor já tem uma linha com este usuário.',
): ProviderError => new ProviderError(PROVIDER, 'conflict', { message });

export const isLineRejected = (error: unknown): error is ProviderError =>
  isProviderFailure(error, 'conflict', 'rejected');

/** True if every request to the server fails at present. */
export const isServerClosed = (error: unknown): error is ProviderError =>
  isProviderFailure(error, 'unavailable', 'unauthorized');
