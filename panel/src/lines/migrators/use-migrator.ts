/** The migrators' state: what is typed, what it costs, what was refused and who was brought last. */
import { useDebouncedValue } from '@mantine/hooks';
import { readListAddress } from '@ramal/contract/lines/list-migrators';
import { type RefObject, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useDraft } from '../../foundation/drafts.ts';
import { newKey } from '../../foundation/keys.ts';
import { useAction } from '../../foundation/api/query.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { type FormRefusal, useFormErrors } from './use-form-errors.ts';
import { daysInWords, judgeDay } from './due-day.ts';
import { type Cost, type Customer, type Migrator, costOfDays } from './migrator.ts';
import {
  type MigratorDraft,
  type MigratorTexts,
  freshDraft,
  noCustomer,
  readDraft,
} from './migrator-draft.ts';

/** While somebody types, nobody is asked. */
const SETTLED_MS = 400;

export interface MigratorState {
  readonly customer: Customer;
  readonly draft: MigratorDraft;
  readonly packages: readonly PackageOption[] | undefined;
  readonly cost: CostState;
  readonly change: (change: Partial<MigratorDraft>) => void;
  readonly changeCustomer: (change: Partial<Customer>) => void;
  readonly fields: MigratorTexts;
  readonly busy: boolean;
  readonly submit: () => void;
  readonly brought: Receipt | undefined;
  readonly dismiss: () => void;
}

export interface CostState {
  /** Undefined while it is unknown. */
  readonly cost: Cost | undefined;
  readonly waiting: boolean;
  readonly failure: string | undefined;
}

export function useMigrator(
  migrator: Migrator,
  form: RefObject<HTMLFormElement | null>,
  now: Date,
): MigratorState {
  const { platform, bring } = migrator;
  const [first] = useState(() => freshDraft());
  const draft = useDraft<MigratorDraft>(`migrar-${platform.is.key}`, first);
  // A customer's password is kept nowhere but in the form.
  const [customer, setCustomer] = useState(noCustomer);
  const { fields, setFields, showErrors } = useFormErrors<MigratorTexts>(form);
  const [brought, setBrought] = useState<Receipt>();
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 });
  const cost = useCost(migrator, customer, draft.value.due, now);
  const act = useAction(bring.declaration, {
    refresh: [
      ...callsChangedByActions(platform),
      ...(migrator.verify ? [migrator.verify.declaration] : []),
    ],
    key: () => draft.value.key,
  });

  const submit = async () => {
    const reading = readDraft(migrator, customer, draft.value, now, cost.cost?.credits);
    if (!reading.ok) return showErrors(reading.refusal);
    // Nobody pays what was not shown.
    if (!cost.cost) return showErrors(costUnknown(cost));
    setFields({});
    try {
      const receipt = bring.read(await act.mutateAsync(bring.send(reading.input) as never));
      draft.change(freshDraft(draft.value.packageId));
      setCustomer(noCustomer);
      setBrought({ ...receipt, time: daysInWords(reading.days) });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (endsSession(failure)) return undefined;
      if (failure.code === 'key_reused') draft.change((before) => ({ ...before, key: newKey() }));
      if (failure.code === 'cost_changed' || failure.code === 'exemption_used') cost.refresh();
      showErrors(refusalOf(migrator, failure));
    }
    return undefined;
  };

  return {
    customer,
    draft: draft.value,
    packages: packages.data,
    cost,
    change: (change) => {
      draft.change((before) => ({ ...before, ...change }));
      setFields(without(Object.keys(change).map((name) => (name === 'packageId' ? 'plan' : name))));
    },
    changeCustomer: (change) => {
      setCustomer((before) => ({ ...before, ...change }));
      setFields(without(Object.keys(change)));
    },
    fields,
    busy: act.isPending,
    submit: () => void submit(),
    brought,
    dismiss: () => setBrought(undefined),
  };
}

/** What it costs: asked of the server where the list has a say, else by the days alone. */
function useCost(
  { verify, knownBy }: Migrator,
  { url }: Customer,
  due: string,
  now: Date,
): CostState & { refresh: () => void } {
  const day = judgeDay(due, now);
  const dueDay = 'error' in day ? undefined : day.iso;
  const asked = knownBy === 'address' && dueDay && readListAddress(url) ? `${dueDay} ${url}` : '';
  const [settled] = useDebouncedValue(asked, SETTLED_MS);
  const told = usePlatformRead(
    verify,
    { url: url.trim(), dueDay: dueDay ?? '' },
    { enabled: asked !== '' && settled === asked },
  );
  const refresh = () => void told.query.refetch();
  if ('error' in day || (verify && !asked))
    return { cost: undefined, waiting: false, failure: undefined, refresh };
  if (!verify) return { cost: costOfDays(day.days), waiting: false, failure: undefined, refresh };
  return {
    cost: told.data,
    waiting: !told.data && !told.query.error,
    failure: told.query.error?.message,
    refresh,
  };
}

const costUnknown = ({ failure }: CostState): FormRefusal<MigratorTexts> => ({
  fields: {},
  title: 'Atenção',
  lines: [failure ?? 'O custo ainda está sendo consultado. Confira-o e envie de novo.'],
});

/** A field that is being corrected no longer says what was wrong with it. */
const without =
  (touched: readonly string[]) =>
  (texts: MigratorTexts): MigratorTexts =>
    Object.fromEntries(Object.entries(texts).filter(([name]) => !touched.includes(name)));

function refusalOf({ formFields }: Migrator, error: ApiError): FormRefusal<MigratorTexts> {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(error.fields)) {
    const field = formFields[name.split('.')[0] ?? ''];
    if (field) fields[field] ??= text;
  }
  return { fields, title: error.title, lines: [error.message], requestId: error.requestId };
}
