/** The create form's state: its draft, its refusals and what was created last. */
import { type RefObject, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../foundation/keys.ts';
import { useAct } from '../../foundation/query.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import { type CreateDraft, freshDraft, offeredDraft, readDraft } from './create-form.ts';
import { objectionFrom } from '../fields/field-errors.ts';
import type { FieldTexts, LinePlatform, PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { useObjections } from '../dialogs/use-form-errors.ts';

export interface CreateLineState {
  readonly draft: CreateDraft;
  readonly packages: readonly PackageOption[] | undefined;
  readonly change: (change: Partial<CreateDraft>) => void;
  readonly fields: FieldTexts;
  readonly busy: boolean;
  readonly submit: () => void;
  readonly created: Receipt | undefined;
  readonly dismiss: () => void;
}

export function useCreateLine(
  platform: LinePlatform,
  official: boolean,
  form: RefObject<HTMLFormElement | null>,
): CreateLineState {
  const [first] = useState(() => freshDraft());
  const draft = useDraft<CreateDraft>(`criar-${platform.is.key}`, first);
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 });
  const value = offeredDraft(draft.value, official, packages.data);
  const bouquets = usePlatformRead(platform.bouquets, undefined, {
    staleMs: 60_000,
    enabled: value.custom,
  });
  const create = useAct(platform.create.declaration, {
    refresh: callsChangedByActions(platform),
    key: () => value.key,
  });
  const { fields, setFields, object } = useObjections(form);
  const [created, setCreated] = useState<Receipt>();

  const submit = async () => {
    const reading = readDraft(platform, value, official, bouquets.data ?? []);
    if (!reading.ok) return object(reading.objection);
    setFields({});
    try {
      const receipt = platform.create.read(
        await create.mutateAsync(platform.create.send(reading.input)),
      );
      draft.change(freshDraft(value.packageId));
      setCreated(receipt);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // The way leads to the sign-in and back here, where the draft waits.
      if (endsSession(failure)) return undefined;
      // Spent on other data, and the person is told so: the next try is a new request.
      if (failure.code === 'key_reused') draft.change((before) => ({ ...before, key: newKey() }));
      object(objectionFrom(platform, failure));
    }
    return undefined;
  };

  return {
    draft: value,
    packages: packages.data,
    change: (change) => {
      draft.change((before) => ({ ...before, ...change }));
      setFields((before) => without(before, change));
    },
    fields,
    busy: create.isPending,
    submit: () => void submit(),
    created,
    dismiss: () => setCreated(undefined),
  };
}

/** A field that is being corrected no longer says what was wrong with it. */
function without(texts: FieldTexts, change: Partial<CreateDraft>): FieldTexts {
  const touched = new Set(Object.keys(change).map((name) => (name in planParts ? 'plan' : name)));
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !touched.has(name)));
}

const planParts = { custom: true, packageId: true, bouquets: true };
