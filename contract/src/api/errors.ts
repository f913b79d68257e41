/**
 * All errors that calls can return, with their statuses and Portuguese texts. Sources: D1 §5, §8;
 * Q-401403, Q-ERRSHAPE.
 */
import { accessErrors } from './error-texts/access-errors.ts';
import { couponErrors } from './error-texts/coupon-errors.ts';
import type { ErrorText } from './error-texts/define-errors.ts';
import { fieldErrors } from './error-texts/field-errors.ts';
import { requestErrors } from './error-texts/request-errors.ts';
import { serverErrors } from './error-texts/server-errors.ts';
import { referralErrors } from './error-texts/referral-errors.ts';
import { storefrontErrors } from './error-texts/storefront-errors.ts';
import { fieldsOnWire } from './wire-names.ts';

export const errors = {
  ...accessErrors,
  ...requestErrors,
  ...fieldErrors,
  ...couponErrors,
  ...serverErrors,
  ...referralErrors,
  ...storefrontErrors,
};

export type ErrorCode = keyof typeof errors;

/** Body of every error response (Q-ERRSHAPE). `message` and `error` contain the same text. */
export interface ErrorBody {
  message: string;
  error: string;
  code: ErrorCode;
  title?: string;
  /** Error texts by the wire name of the field. The panel shows each text below its field. */
  fields?: Record<string, string>;
}

export interface RefusalDetails {
  /** Values for the {placeholders} of the text. */
  readonly values?: Record<string, string | number>;
  /** Error texts by the name that the field has in the code. */
  readonly fields?: Record<string, string>;
  readonly retryAfterSeconds?: number;
}

/**
 * Error that a use case throws. It contains an error code; the status is defined with the text of
 * the code.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(errorText(code, details.values));
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details);
}

/** Throws one refusal that contains all wrong fields. Does nothing if no field is wrong. */
export function refuseFields(fields: Readonly<Record<string, string>>): void {
  if (Object.keys(fields).length > 0) refuse('invalid_fields', { fields });
}

export function errorText(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errors[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

export function errorStatus(code: ErrorCode): number {
  return errors[code].status;
}

export const isDailyLimit = (code: ErrorCode): boolean => {
  const error: ErrorText = errors[code];
  return error.isDailyLimit === true;
};

export function errorBody(code: ErrorCode, details: RefusalDetails = {}): ErrorBody {
  const text = errorText(code, details.values);
  const { title } = errors[code] as ErrorText;
  return {
    message: text,
    error: text,
    code,
    ...(title ? { title } : {}),
    ...(details.fields ? { fields: fieldsOnWire(details.fields) } : {}),
  };
}
