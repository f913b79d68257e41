/** The create form: what is typed, and how it becomes a call or the texts that say why not (V-08 to V-13). */
import { DEFAULT_CREDITS, DEFAULT_TEST_HOURS } from '@ramal/contract/terms';
import { readInput } from '@ramal/contract/validation';
import type { z } from 'zod';
import { newKey } from '../../foundation/keys.ts';
import { formFields, type Objection, objectionTo } from '../fields/field-errors.ts';
import { type ProductChoice, readProduct } from '../fields/product.ts';
import type {
  BouquetOption,
  FieldTexts,
  LinePlatform,
  NewLine,
  PackageOption,
} from '../platforms/platform.ts';

export interface CreateDraft extends ProductChoice {
  readonly credits: number;
  readonly testHours: number;
  readonly username: string;
  readonly whatsapp: string;
  readonly note: string;
  /** Idempotency-Key of this form: kept with what was typed, so that a reload after a lost answer cannot sell twice. */
  readonly key: string;
}

/** The package stays for the next customer. */
export const freshDraft = (packageId: number | null = null): CreateDraft => ({
  credits: DEFAULT_CREDITS,
  testHours: DEFAULT_TEST_HOURS,
  custom: false,
  packageId,
  bouquets: [],
  username: '',
  whatsapp: '',
  note: '',
  key: newKey(),
});

/** A package that is not offered (any more, or not to a test) is not chosen. */
export function offeredDraft(
  draft: CreateDraft,
  official: boolean,
  packages: readonly PackageOption[] | undefined,
): CreateDraft {
  const offered = packages?.some(
    ({ id, forTests }) => id === draft.packageId && (official || forTests),
  );
  return offered === false ? { ...draft, packageId: null } : draft;
}

export type DraftReading = { ok: true; input: NewLine } | { ok: false; objection: Objection };

export function readDraft(
  platform: LinePlatform,
  draft: CreateDraft,
  official: boolean,
  bouquets: readonly BouquetOption[],
): DraftReading {
  const { plan, error, missing } = readProduct(draft, bouquets);
  const { credits, testHours, username, whatsapp, note } = draft;
  const price = official ? { credits, testHours: undefined } : { credits: undefined, testHours };
  const input: NewLine = { official, ...price, username, whatsapp, note, ...plan };
  const sent = platform.create.send(input) as { body: unknown };
  const reading = readInput(platform.create.declaration.body as z.ZodType, sent.body);
  const fields: FieldTexts = {
    ...(reading.ok ? {} : formFields(platform, reading.fields)),
    ...(error ? { plan: error } : {}),
  };
  if (Object.keys(fields).length === 0) return { ok: true, input };
  return { ok: false, objection: objectionTo(fields, missing) };
}
