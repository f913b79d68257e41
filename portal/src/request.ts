/**
 * Sends the calls of the customers' pages. Only types are imported from the contract, because its
 * schemas would double the code that a phone loads.
 */
import type { Endpoint, ResponseOf } from '@ramal/contract/api/endpoint';
import type { ErrorBody } from '@ramal/contract/api/errors';
import { namesInside, namesOnWire } from '@ramal/contract/api/wire-names';
import { setServerTime } from './clock.ts';

/** Error codes which mean that the current offer differs from the one on the page. */
const staleCodes: readonly ErrorBody['code'][] = [
  'price_changed',
  'plan_not_offered',
  'renewal_blocked',
];

/** Path of a call in which any text may replace a parameter: `/api/loja/:slug` takes `/api/loja/x`. */
type ParameterPath<Path extends string> = Path extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${ParameterPath<After>}`
  : Path extends `${infer Before}:${string}`
    ? `${Before}${string}`
    : Path;

export class PortalError extends Error {
  /** True if the key is no longer valid. */
  readonly isKeyInvalid: boolean;
  readonly isStale: boolean;
  /** True if the coupon is the reason of the refusal. */
  readonly isAboutCoupon: boolean;
  readonly code: ErrorBody['code'] | undefined;
  /** Texts of the refused fields, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * True if the browser must send a proof of work first, because strangers guess passwords of this
   * user name.
   */
  readonly needsWork: boolean;

  /** Seconds after which the server accepts the call again; undefined if it did not say so. */
  readonly retrySeconds: number | undefined;

  constructor(message: string, { code, fields }: Partial<ErrorBody> = {}, retrySeconds?: number) {
    super(message);
    this.code = code;
    this.retrySeconds = retrySeconds;
    this.fields = fields ?? {};
    this.isKeyInvalid = code === 'portal_key_refused';
    this.needsWork = code === 'proof_of_work_required';
    this.isAboutCoupon = code?.startsWith('coupon_') ?? false;
    this.isStale = code !== undefined && staleCodes.includes(code);
  }
}

/** Sends a call. Without a body it is a GET. The path has the values of its parameters. */
export async function request<E extends Endpoint>(
  path: ParameterPath<E['path']> | `${ParameterPath<E['path']>}?${string}`,
  body?: object,
): Promise<ResponseOf<E>> {
  let response: Response;
  try {
    response = await fetch(
      path,
      body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(namesOnWire(body)),
      },
    );
  } catch {
    throw new PortalError('Sem conexão. Confira a internet e tente de novo.');
  }
  setServerTime(response.headers.get('date'));
  const answer = namesInside(await response.json().catch(() => undefined)) as
    | (ResponseOf<E> & Partial<ErrorBody>)
    | undefined;
  if (response.ok && answer) return answer;
  throw new PortalError(
    // The message of the field is more precise than the general message.
    Object.values(answer?.fields ?? {})[0] ??
      answer?.message ??
      'Não deu certo agora. Tente de novo em instantes.',
    answer,
    Number(response.headers.get('retry-after')) || undefined,
  );
}
