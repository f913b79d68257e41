/** The account that calls, its rights and where it calls from: passed to every use case. */
import type { Flag, Grant, Profile } from '@ramal/contract/api/access';
import type { ApiScope } from '@ramal/contract/api-keys';
import type { z } from 'zod';

export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly idFranchise: number | null;
  /** The host its links carry, if it chose one. */
  readonly linkHost: string | null;
  readonly grants: ReadonlySet<Grant>;
  /** The functions that are on, for everyone. */
  readonly flags: ReadonlySet<Flag>;
  /** May have resellers below it (Q-MASTER). */
  readonly isMaster: boolean;
  readonly hasSecondFactor: boolean;
  /** A second factor is required of it by now and it has none: nothing but its setup is served. */
  readonly mustEnrol: boolean;
  readonly signInId: string;
  readonly regPasswordHash: Buffer;
  /** The key by which a program calls for the account; nothing where a person has signed in. */
  readonly apiKey?: ApiKeyUse & { readonly scopes: ReadonlySet<ApiScope> };
}

/** The key, and the day (of the panel's time zone) on which what it spends is counted. */
export interface ApiKeyUse {
  readonly id: number;
  readonly day: string;
}

export interface RequestMeta {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** Base URL of links that leave the panel: `https://painel.exemplo`. It belongs to the installation. */
  readonly baseUrl: string;
  /**
   * Scheme and host that the client wrote, which a header decides. Only the response to that client may hold
   * it. Undefined for work without a request.
   */
  readonly requestUrl?: string;
  /** The key by which it was asked, under which its events and what it spends are kept. */
  readonly apiKey?: ApiKeyUse;
  /** Time of the event if it lies in the past (demo data); the database's now otherwise. */
  readonly at?: Date;
}

/** URL under which the client reached this installation. */
export const reachedUrl = ({
  baseUrl,
  requestUrl = baseUrl,
}: Pick<RequestMeta, 'baseUrl' | 'requestUrl'>): string => requestUrl;

/** Host and port under which the client reached this installation. */
export const reachedHost = (requestMeta: Pick<RequestMeta, 'baseUrl' | 'requestUrl'>): string =>
  reachedUrl(requestMeta).replace(/^\w+:\/\//, '');

/** The account a reading is for. */
export type ReaderAccount = Pick<Actor, 'id' | 'profile'>;

/** An idempotency key and the fingerprint of its request. */
export interface IdempotencyKey {
  readonly id: string;
  readonly fingerprint: Buffer;
  /** How the call's answer is declared: it is kept as it stands on the wire. */
  readonly answer: z.ZodType;
}

export interface Caller {
  readonly actor: Actor;
  readonly requestMeta: RequestMeta;
  readonly key: IdempotencyKey | undefined;
}
