/** Calling account, its rights and the metadata of its request. Every use case receives them. */
import type { Flag, Grant, Profile } from '@ramal/contract/api/access';
import type { ApiScope } from '@ramal/contract/api-keys';
import type { z } from 'zod';

export interface Actor {
  readonly id: number;
  readonly username: string;
  readonly profile: Profile;
  readonly idFranchise: number | null;
  /** Host that the account chose for its links; null if it chose none. */
  readonly linkHost: string | null;
  readonly grants: ReadonlySet<Grant>;
  /** Feature flags that are turned on in the installation. */
  readonly flags: ReadonlySet<Flag>;
  /** True if the account may have resellers below it (Q-MASTER). */
  readonly isMaster: boolean;
  readonly hasSecondFactor: boolean;
  /**
   * True if a second factor is required and the account has none. Only the setup of a second factor
   * is then available.
   */
  readonly mustEnrol: boolean;
  readonly signInId: string;
  readonly regPasswordHash: Buffer;
  /** API key of the request; undefined if a person signed in. */
  readonly apiKey?: ApiKeyUse & { readonly scopes: ReadonlySet<ApiScope> };
}

/**
 * API key of a request. Credits that the key spends count for `day`, a day in the panel's time
 * zone.
 */
export interface ApiKeyUse {
  readonly id: number;
  readonly day: string;
}

export interface RequestMeta {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /**
   * Base URL of links that leave the panel, for example `https://painel.exemplo`. The configuration
   * of the installation determines it.
   */
  readonly baseUrl: string;
  /**
   * URL (scheme and host) built from headers of the client, which can be forged. Use it only in the
   * response to that client. Undefined for work without a request.
   */
  readonly requestUrl?: string;
  /** The API key of the request. Events and spending are recorded under it. */
  readonly apiKey?: ApiKeyUse;
  /**
   * Time of a past event, which only demo data sets. The default is the current time of the
   * database.
   */
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

export type ReaderAccount = Pick<Actor, 'id' | 'profile'>;

/** An idempotency key and the fingerprint of its request. */
export interface IdempotencyKey {
  readonly id: string;
  readonly fingerprint: Buffer;
  /** Schema of the call's response. The response is stored under the key in its wire format. */
  readonly answer: z.ZodType;
}

export interface Caller {
  readonly actor: Actor;
  readonly requestMeta: RequestMeta;
  readonly key: IdempotencyKey | undefined;
}
