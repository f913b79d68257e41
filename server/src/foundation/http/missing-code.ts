/**
 * Reports a missing fresh code together with the wrong fields of a request. The fields may
 * be refused by the declaration, by the check before the code, or by the use case.
 */
import type { Endpoint, ParsedRequest } from '@ramal/contract/api/endpoint';
import { Refusal } from '@ramal/contract/api/errors';
import { withInsideNames } from '@ramal/contract/api/translated';
import { readValidFields } from '@ramal/contract/api/validation';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../caller.ts';

export const CODE_MISSING = { code2fa: 'Código 2FA não informado!' } as const;

/** Request whose fields are not accepted yet. Fields that are wrong or missing are undefined. */
export type UncheckedCall<E extends Endpoint> = Caller & {
  readonly [Part in keyof ParsedRequest<E>]: Partial<ParsedRequest<E>[Part]>;
};

type FieldTexts = Readonly<Record<string, string>>;

/**
 * Returns true if an account with a second factor must send a fresh code with this call. Returns
 * the error texts of the missing fields if the call also accepts the current password.
 */
export type RequiresCode<Call> = (
  call: Call,
) => boolean | FieldTexts | Promise<boolean | FieldTexts>;

/** Parts of a binding that determine whether a fresh code is required. */
interface CodeRequirement {
  readonly endpoint: Endpoint;
  readonly requiresCode?: RequiresCode<never> | undefined;
}

/**
 * Runs the request. If the request has wrong fields and also lacks a required code, the error
 * reports both.
 */
export async function reportMissingCode<Result>(
  coded: CodeRequirement,
  request: FastifyRequest,
  caller: Caller | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details.fields || !caller) throw error;
    const missing = await readMissing(coded, request, caller);
    const fields = { ...missing, ...error.details.fields };
    throw new Refusal(error.code, { ...error.details, fields });
  }
}

const readValid = (schema: z.ZodType, sent: unknown) =>
  readValidFields(schema, withInsideNames(schema, sent));

async function readMissing(
  { endpoint, requiresCode }: CodeRequirement,
  request: FastifyRequest,
  caller: Caller,
): Promise<FieldTexts> {
  if (!caller.actor.hasSecondFactor || hasCode(request)) return {};
  const body = endpoint.body ? readValid(endpoint.body, request.body) : {};
  if (declaresCode(endpoint, body)) return CODE_MISSING;
  if (!requiresCode) return {};
  const call: UncheckedCall<Endpoint> = {
    ...caller,
    body,
    params: endpoint.params ? readValid(endpoint.params, request.params) : {},
    query: endpoint.query ? readValid(endpoint.query, request.query) : {},
  };
  const required = await requiresCode(call as never);
  if (required === true) return CODE_MISSING;
  return required === false ? {} : required;
}

/** True if the declaration requires a fresh code for this body. */
export const declaresCode = ({ freshCode }: Endpoint, body: unknown): boolean =>
  typeof freshCode === 'function'
    ? freshCode(body as Readonly<Record<string, unknown>>)
    : freshCode === true;

const hasCode = ({ body, query }: FastifyRequest): boolean =>
  [body, query].some((part) => Boolean((part as { code_2fa?: unknown } | null)?.code_2fa));
