/** State of a list migrator: the form, the cost of the migration, and the last migrated customer. */
import { useDebouncedValue } from '@mantine/hooks';
import { readListAddress } from '@ramal/contract/rules/list-link';
import { useState } from 'react';
import type { FieldErrors } from '../../ui/form/form-errors.ts';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { offeredValues } from '../create/offered-values.ts';
import { lastPackage, rememberPackage } from '../create/last-sale.ts';
import { callsChangedByActions, usePlatformRead } from '../platforms/calls.ts';
import type { PackageOption } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { daysInWords, readDueDay } from './due-day.ts';
import { type Cost, type Migrator, costOfDays } from './migrator.ts';
import {
  type MigratorForm,
  emptyMigratorForm,
  toMigration,
  migratorAlert,
  migratorProblems,
} from './migrator-form.ts';

const DEBOUNCE_MS = 400;

interface MigratorState {
  readonly form: Form<MigratorForm>;
  /** Form values. An unavailable package is replaced by an available one. */
  readonly values: MigratorForm;
  readonly packages: readonly PackageOption[] | undefined;
  readonly cost: CostState;
  readonly migrated: Receipt | undefined;
  readonly dismiss: () => void;
}

export interface CostState {
  /** Undefined until the cost is loaded. */
  readonly cost: Cost | undefined;
  readonly waiting: boolean;
  readonly failure: string | undefined;
}

export function useMigrator(migrator: Migrator, now: Date): MigratorState {
  const { platform, bring, verify } = migrator;
  const [migrated, setMigrated] = useState<Receipt>();
  const packages = usePlatformRead(platform.packages, undefined, { staleMs: 60_000 });
  const offered = (values: MigratorForm) =>
    offeredValues(values, true, packages.data, lastPackage(platform.definition.key));
  const form: Form<MigratorForm> = useForm(bring.declaration, {
    draft: `migrar-${platform.definition.key}`,
    initial: emptyMigratorForm,
    // A stored draft must not contain the customer's access data.
    secrets: ['url', 'name', 'pass'],
    wireNames: { packageId: 'plan' },
    send: (values) => bring.send(toMigration(offered(values), now, cost.cost?.credits)) as never,
    readErrors: (errors) => formErrors(migrator, errors),
    validate: (values) => migratorProblems(migrator, offered(values), now, unknownCostText(cost)),
    alertFor: ({ errors, refusal }, values) =>
      refusal ? undefined : migratorAlert(migrator, offered(values), errors),
    onRefused: ({ code }) => {
      if (code === 'cost_changed' || code === 'exemption_used') cost.refresh();
    },
    refresh: [...callsChangedByActions(platform), ...(verify ? [verify.declaration] : [])],
    // The form keeps the package, because the next customer often has the same one.
    keep: (values) => ({ packageId: offered(values).packageId }),
    onDone: (answer, values) => {
      const { due, packageId } = offered(values);
      if (packageId !== null) rememberPackage(platform.definition.key, packageId);
      const day = readDueDay(due, now);
      setMigrated({
        ...bring.read(answer),
        ...('error' in day ? {} : { time: daysInWords(day.days) }),
      });
    },
  });
  const cost = useCost(migrator, form.values, now);
  return {
    form,
    values: offered(form.values),
    packages: packages.data,
    cost,
    migrated,
    dismiss: () => setMigrated(undefined),
  };
}

/**
 * Returns the cost of the migration. The server calculates it if it depends on the list. Otherwise
 * it is calculated here from the days.
 */
function useCost(
  { verify, knownBy }: Migrator,
  { url, due }: Pick<MigratorForm, 'url' | 'due'>,
  now: Date,
): CostState & { refresh: () => void } {
  const day = readDueDay(due, now);
  const dueDay = 'error' in day ? undefined : day.iso;
  const costInput =
    knownBy === 'address' && dueDay && readListAddress(url) ? `${dueDay} ${url}` : '';
  const [debounced] = useDebouncedValue(costInput, DEBOUNCE_MS);
  const { query, data } = usePlatformRead(
    verify,
    { url: url.trim(), dueDay: dueDay ?? '' },
    { enabled: costInput !== '' && debounced === costInput },
  );
  const refresh = () => void query.refetch();
  if ('error' in day || (verify && !costInput))
    return { cost: undefined, waiting: false, failure: undefined, refresh };
  if (!verify) return { cost: costOfDays(day.days), waiting: false, failure: undefined, refresh };
  return {
    cost: data,
    waiting: !data && !query.error,
    failure: query.error?.message,
    refresh,
  };
}

/**
 * Returns the error that blocks the submit while the cost is unknown. Nobody must pay a cost that
 * was not shown before.
 */
const unknownCostText = ({ cost, failure }: CostState): string | undefined =>
  cost ? undefined : (failure ?? 'O custo ainda está sendo consultado. Confira-o e envie de novo.');

/** Converts wire names of fields into the form's names. */
function formErrors({ formFields }: Migrator, errors: FieldErrors): FieldErrors {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(errors)) {
    const field = formFields[name.split('.')[0] ?? ''];
    if (field) fields[field] ??= text;
  }
  return fields;
}
