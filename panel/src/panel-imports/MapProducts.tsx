/**
 * Second step of a panel import. The admin selects the parent account of the imported tree. Each
 * package and bouquet of the source is mapped to a local one.
 */
import { Stack } from '@mantine/core';
import { listBouquets, listPackages } from '@ramal/contract/catalogue/catalogue-packages';
import {
  getPanelImport,
  validatePanelImport,
  listPanelImportRows,
  type PanelImport,
} from '@ramal/contract/operations/panel-imports';
import { IconFileSearch, IconPackage } from '@tabler/icons-react';
import { toHundredths } from '@ramal/contract/rules/money';
import { Link } from '@tanstack/react-router';
import { typedWhole } from '../foundation/amounts.ts';
import { useCall } from '../foundation/api/query.ts';
import { pluralize, formatCount, formatCredits } from '../foundation/numbers.ts';
import { type Owner, OwnerField } from '../resellers/actions/OwnerField.tsx';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { DateField } from '../ui/form/fields/DateField.tsx';
import { FieldRow, FormSection } from '../ui/form/FormSection.tsx';
import { FormScreen } from '../ui/form/FormScreen.tsx';
import { SkippedValues } from '../ui/status/SkippedValues.tsx';
import type { Summary } from '../ui/form/SummaryCard.tsx';
import { type Form, useForm } from '../ui/form/use-form.ts';
import classes from './MapProducts.module.css';

interface MapProductsProps {
  panelImport: PanelImport;
  me: Owner;
  onChecked: () => void;
}

interface PlanForm {
  owner: Owner;
  /** Id of the local package by the id of the package in the source panel. */
  packages: Readonly<Record<number, number>>;
  bouquets: Readonly<Record<number, number>>;
  defaultPackage: number | null;
  /** Number of local credits for one credit of the source panel, as typed. */
  creditRate: string;
  endlessDay: string;
  expiredDays: string;
}

export function MapProducts({ panelImport, me, onChecked }: MapProductsProps) {
  const packages = useCall(listPackages, {}).data ?? [];
  const bouquets = useCall(listBouquets, {}).data ?? [];
  const form = useForm(validatePanelImport, {
    initial: planFormOf(panelImport, me),
    wireNames: {
      creditRate: 'creditHundredths',
    },
    send: (values) => ({ params: { id: panelImport.id }, body: planOf(values) }),
    refresh: [getPanelImport, listPanelImportRows],
    onDone: onChecked,
  });
  const { values, errors, change } = form;
  return (
    <FormScreen form={form} summary={summaryOf(panelImport, values)}>
      <SkippedValues skips={panelImport.skips} />
      <OwnerSection
        owner={values.owner}
        error={errors.owner}
        onChange={(owner) => change({ owner })}
      />
      {panelImport.packages.length > 0 && (
        <FormSection
          title="Pacotes"
          hint={
            <>
              O que cada pacote de lá é aqui.
              {panelImport.server && <OnlyServed server={panelImport.server} />}
            </>
          }
        >
          <Counterparts
            products={panelImport.packages.map((pack) => ({
              ...pack,
              note: `${pluralize(pack.lines, 'linha', 'linhas')} · ${pluralize(pack.screens, 'tela', 'telas')}`,
            }))}
            here={packages}
            value={values.packages}
            onChange={(next) => change({ packages: next })}
          />
        </FormSection>
      )}
      {panelImport.bouquets.length > 0 && (
        <FormSection
          title="Bouquets"
          hint="Das linhas sem pacote. Elas vêm com os bouquets que têm correspondente, em uma tela."
        >
          <Counterparts
            products={panelImport.bouquets.map((bouquet) => ({
              ...bouquet,
              note: pluralize(bouquet.lines, 'linha', 'linhas'),
            }))}
            here={bouquets}
            value={values.bouquets}
            onChange={(next) => change({ bouquets: next })}
          />
        </FormSection>
      )}
      <Rest form={form} packages={packages} stays={panelImport.source === 'server'} />
    </FormScreen>
  );
}

/**
 * Explains that only products on the server can be selected. The server would remove a line with
 * another product at the line's first change.
 */
const OnlyServed = ({ server }: { server: NonNullable<PanelImport['server']> }) => (
  <>
    {' '}
    Só vêm linhas do que o servidor serve: o que falta, ligue antes na{' '}
    <Link
      className={classes.link}
      to="/line-servers/$serverId"
      params={{ serverId: String(server.id) }}
      search={{ tab: 'products' }}
    >
      correspondência dele
    </Link>
    .
  </>
);

interface RestProps {
  form: Form<PlanForm>;
  packages: readonly { id: number; name: string }[];
  /** True if the lines stay on the server from which they are imported. */
  stays: boolean;
}

/**
 * Settings for lines without a matching package, for lines without an expiry and for expired lines,
 * and the rate of the credits.
 */
function Rest({ form, packages, stays }: RestProps) {
  return (
    <FormSection title="Para o resto" hint="Linhas sem pacote equivalente.">
      <SelectField
        label="Pacote das outras linhas"
        icon={IconPackage}
        data={options(packages, 'Ficam de fora')}
        value={String(form.values.defaultPackage ?? NONE)}
        onChange={(chosen) => form.change({ defaultPackage: Number(chosen) || null })}
        error={form.errors.packages ?? form.errors.defaultPackage}
      />
      <DateField
        label="Sem vencimento, vencem em"
        optional
        hint={
          stays
            ? 'Sem um dia, as linhas que nunca vencem lá ficam de fora. Com ele, o servidor só o recebe quando mudarem aqui: até lá, estão entre as diferenças.'
            : 'Sem um dia, as linhas que nunca vencem lá ficam de fora.'
        }
        value={form.values.endlessDay}
        onChange={(endlessDay) => form.change({ endlessDay })}
        error={form.errors.endlessDay}
      />
      <FieldRow>
        <TextField
          label="Vencidas de fora"
          hint="Há mais dias do que isto."
          inputMode="numeric"
          maxLength={4}
          {...form.field('expiredDays', typedWhole)}
        />
        <TextField
          label="Créditos por crédito de lá"
          hint="Com 0,5, quem tem 10 lá chega com 5."
          inputMode="decimal"
          maxLength={6}
          {...form.field('creditRate')}
        />
      </FieldRow>
    </FormSection>
  );
}

interface CounterpartsProps {
  products: readonly { there: number; name: string; note: string }[];
  here: readonly { id: number; name: string }[];
  value: Readonly<Record<number, number>>;
  onChange: (next: Readonly<Record<number, number>>) => void;
}

function Counterparts({ products, here, value, onChange }: CounterpartsProps) {
  return (
    <Stack
      component="ul"
      gap={0}
      bd="1px solid var(--line)"
      bdrs="var(--radius-field)"
      className={classes.root}
    >
      {products.map(({ there: id, name, note }) => {
        const called = name || `Número ${id}`;
        return (
          <li key={id}>
            <span>
              <b>{called}</b>
              <span>{note}</span>
            </span>
            <SelectField
              label={`O que é «${called}»`}
              labelHidden
              data={options(here, 'Sem correspondente')}
              value={String(value[id] ?? NONE)}
              onChange={(chosen) => onChange({ ...value, [id]: Number(chosen) })}
            />
          </li>
        );
      })}
    </Stack>
  );
}

const NONE = 0;

const options = (here: readonly { id: number; name: string }[], none: string) => [
  { value: String(NONE), label: none },
  ...here.map(({ id, name }) => ({ value: String(id), label: name })),
];

const recordOf = (mapped: readonly { there: number; here: number }[]) =>
  Object.fromEntries(mapped.map(({ there: foreignId, here }) => [foreignId, here]));

const listOf = (mapped: Readonly<Record<number, number>>) =>
  Object.entries(mapped).flatMap(([foreignId, here]) =>
    here === NONE ? [] : [{ there: Number(foreignId), here }],
  );

/** Returns the initial mapping: the products that are already mapped on the server. */
const mappedBy = (mappings: readonly { there: number; here: number | null }[]) =>
  mappings.flatMap(({ there: id, here }) => (here === null ? [] : { there: id, here }));

function planFormOf({ plan, packages, bouquets }: PanelImport, me: Owner): PlanForm {
  return {
    owner: plan && plan.owner !== me.id ? { id: plan.owner, username: `ID ${plan.owner}` } : me,
    packages: recordOf(plan?.packages ?? mappedBy(packages)),
    bouquets: recordOf(plan?.bouquets ?? mappedBy(bouquets)),
    defaultPackage: plan?.defaultPackage ?? null,
    creditRate: formatCredits((plan?.creditHundredths ?? 100) / 100),
    endlessDay: plan?.endlessDay ?? '',
    expiredDays: String(plan?.expiredDays ?? 30),
  };
}

interface OwnerSectionProps {
  owner: Owner;
  error: string | undefined;
  onChange: (owner: Owner) => void;
}

const OwnerSection = ({ owner, error, onChange }: OwnerSectionProps) => (
  <FormSection
    title="Dono"
    hint="Revendas sem superior no painel antigo e as linhas do administrador de lá ficam com esta conta."
  >
    <OwnerField resellerId={0} below={0} value={owner} onChange={onChange} error={error} />
  </FormSection>
);

const planOf = (values: PlanForm) => ({
  owner: values.owner.id,
  packages: listOf(values.packages),
  bouquets: listOf(values.bouquets),
  ...(values.defaultPackage === null ? {} : { defaultPackage: values.defaultPackage }),
  // If the amount is invalid, sends −1, which the contract rejects.
  creditHundredths: toHundredths(Number(values.creditRate.replace(',', '.'))) ?? -1,
  ...(values.endlessDay === '' ? {} : { endlessDay: values.endlessDay }),
  expiredDays: Number(values.expiredDays),
});

const summaryOf = (
  { name, panel, source, resellers, lines, admins }: PanelImport,
  { owner }: PlanForm,
): Omit<Summary, 'busy'> => {
  const head = pluralize(lines, 'linha', 'linhas');
  return {
    headLabel: source === 'dump' ? 'No dump' : 'No servidor',
    head,
    rows: [
      { label: 'Painel', value: panel },
      {
        label: source === 'dump' ? 'Arquivo' : 'Servidor',
        value: <span className={classes.fileName}>{name}</span>,
      },
      { label: 'Revendas', value: formatCount(resellers) },
      { label: 'Administradores de lá', value: `${formatCount(admins)}, não vêm` },
      { label: 'Dono', value: owner.username },
    ],
    sentence: 'Nada é criado ainda: a conferência mostra o que virá e o que fica de fora.',
    bar: { left: <b>{head}</b>, right: 'nada é criado ainda' },
    submit: 'Conferir',
    icon: IconFileSearch,
  };
};
