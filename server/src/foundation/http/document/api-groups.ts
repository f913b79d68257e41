/**
 * Groups the calls by subject for the API reference. Also lists the general errors that a kind of
 * call adds to its own errors.
 */
import type { Endpoint } from '@ramal/contract/api/endpoint';
import { type ErrorCode, errors } from '@ramal/contract/api/errors';

export interface ApiGroup {
  /** Short Portuguese name: the tag of the document and the heading of the page. */
  readonly tag: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

const keyErrors: readonly ErrorCode[] = [
  'key_refused',
  'key_address_refused',
  'key_scope_missing',
  'key_not_allowed',
  'in_quarantine',
  'too_many_attempts',
];

/** Errors for a session that is missing, expired or unknown. */
const tokenErrors: readonly ErrorCode[] = [
  'token_missing',
  'token_expired',
  'token_ended',
  'token_forged',
  'token_without_account',
];

/**
 * Returns the error codes from `bind` and the server for a call with this declaration. These codes
 * do not depend on the use case of the call.
 */
function generalErrors(endpoint: Endpoint): ErrorCode[] {
  const { access, params, query, body, upload, method, writes, keyed } = endpoint;
  const changes = method !== 'GET' || writes;
  return [
    'body_unreadable',
    ...(access === 'public' ? [] : [...tokenErrors, ...keyErrors]),
    ...(access === 'public' ? [] : (['forbidden', 'second_factor_required'] as const)),
    ...(access !== 'public' && access.flag ? (['platform_off'] as const) : []),
    ...(access !== 'public' && access.master ? (['not_master'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...(body || upload ? (['body_too_large', 'body_too_slow'] as const) : []),
    ...(query || body || changes ? (['invalid_fields'] as const) : []),
    ...(changes && !keyed ? (['preview_not_offered'] as const) : []),
    ...(keyed ? (['key_reused', 'invalid_fields', 'key_credits_a_day'] as const) : []),
    ...(endpoint.freshCode
      ? (['code_2fa_missing', 'code_2fa_wrong', 'too_many_attempts'] as const)
      : []),
    'unavailable',
    'overloaded',
    'internal',
  ];
}

/**
 * Returns all error codes of a call by status. Each code appears once, the call's own codes first.
 */
export function errorsByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...endpoint.errors, ...generalErrors(endpoint)])) {
    const { status } = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}
