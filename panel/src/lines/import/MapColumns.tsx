/** Second step: the meaning of each column, and the values shared by all customers of the file. */
import {
  type LineFile,
  fileFields,
  getLineFile,
  validateLineFile,
} from '@ramal/contract/lines/line-import';
import { Stack, Text } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useNow } from '../../foundation/use-now.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { readDay, writtenDay } from '../../foundation/typed-day.ts';
import { DateField } from '../../ui/form/fields/DateField.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { FormScreen } from '../../ui/form/FormScreen.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import type { Summary } from '../../ui/form/SummaryCard.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { readyPackage } from '../fields/product.ts';
import { ProductSection } from '../fields/ProductSection.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import {
  type PlanForm,
  fieldAt,
  fieldNames,
  toPlanForm,
  toFilePlan,
  planProblems,
  withField,
} from './file-plan.ts';
import classes from './MapColumns.module.css';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';

interface MapColumnsProps {
  file: LineFile;
  sold: readonly LinePlatform[];
  onChecked: () => void;
}

export function MapColumns({ file, sold, onChecked }: MapColumnsProps) {
  const now = useNow();
  const form = useForm(validateLineFile, {
    initial: toPlanForm(
      file,
      sold.map(({ definition }) => definition.key),
    ),
    wireNames: { packageId: 'plan' },
    send: (values) => ({ params: { id: file.id }, body: toFilePlan(values, now) }),
    // Ignores the server's field errors, because the checks of this form are more specific.
    readErrors: () => ({}),
    validate: (values) => planProblems(values, now),
    refresh: [getLineFile],
    onDone: onChecked,
  });
  const { values, errors } = form;
  const platform = sold.find(({ definition }) => definition.key === values.platform) ?? sold[0]!;
  // Changes values and clears all errors. A column can make other fields required or optional, so
  // each change may invalidate the errors.
  const change = (patch: Partial<PlanForm>) => form.change({ ...values, ...patch });
  return (
    <FormScreen form={form} summary={summaryOf(file, values, platform)}>
      {sold.length > 1 && (
        <FormSection title="Plataforma" hint="Onde as linhas serão criadas.">
          <Segmented
            label="Plataforma"
            wide
            value={platform.definition.key}
            options={sold.map(({ definition }) => ({
              value: definition.key,
              label: definition.label,
            }))}
            onChange={(key) => change({ platform: key as PlanForm['platform'], packageId: null })}
          />
        </FormSection>
      )}
      <FormSection
        title="Colunas"
        hint="Confira o que é cada coluna. O que não importa fica como «Não usar»."
      >
        <Columns file={file} values={values} onChange={change} />
        {errors.columns && <FieldError role="alert">{errors.columns}</FieldError>}
      </FormSection>
      <ProductSection
        platform={platform}
        readyOnly
        value={readyPackage(values.packageId)}
        onChange={({ packageId }) => packageId !== undefined && change({ packageId })}
        error={errors.plan}
      />
      <FormSection title="Para todos" hint="Vale para as linhas que não dizem o seu.">
        <DateField
          label="Vencimento"
          optional={values.columns.due !== undefined}
          hint="As linhas vencem às 23:59 do seu dia. Até 15 dias custa 0,6; depois, 1 crédito a cada 30 dias começados."
          error={form.field('due').error}
          value={readDay(values.due) ?? values.due}
          onChange={(day) => form.change({ due: writtenDay(day) })}
        />
      </FormSection>
    </FormScreen>
  );
}

interface ColumnsProps {
  file: LineFile;
  values: PlanForm;
  onChange: (patch: Partial<PlanForm>) => void;
}

function Columns({ file, values: { hasHeader, columns }, onChange }: ColumnsProps) {
  return (
    <>
      <Stack gap="xs">
        <Text span inherit c="dimmed" fz="note">
          {file.firstRow === 1
            ? 'A primeira linha do arquivo'
            : `A linha ${file.firstRow} do arquivo; o que está acima dela não conta`}
        </Text>
        <Segmented
          label="A primeira linha"
          wide
          value={hasHeader ? 'titles' : 'customer'}
          options={[
            { value: 'titles', label: 'Tem os títulos' },
            { value: 'customer', label: 'Já é um cliente' },
          ]}
          onChange={(kind) => onChange({ hasHeader: kind === 'titles' })}
        />
      </Stack>
      <Stack
        component="ul"
        gap={0}
        bd="1px solid var(--line)"
        bdrs="md"
        className={classes.columns}
      >
        {file.columns.map(({ title, samples }, index) => {
          const name = hasHeader && title ? title : `Coluna ${index + 1}`;
          const field = fieldAt(columns, index);
          const examples = (hasHeader ? samples : [title, ...samples]).filter(Boolean).slice(0, 2);
          return (
            <li key={index} className={classes.column} data-used={field !== undefined || undefined}>
              <Stack gap="3xs" miw={0} c="dimmed" fz="note" className={classes.name}>
                <Text component="b" inherit fz="body" fw={500}>
                  {name}
                </Text>
                <span className="mono">{examples.join(' · ') || 'vazia'}</span>
              </Stack>
              <SelectField
                label={`O que é «${name}»`}
                labelHidden
                data={fieldOptions}
                value={field ?? UNUSED}
                onChange={(value) => {
                  const chosen = fileFields.find((field) => field === value);
                  onChange({ columns: withField(columns, index, chosen) });
                }}
              />
            </li>
          );
        })}
      </Stack>
    </>
  );
}

const UNUSED = 'unused';
const fieldOptions = [
  { value: UNUSED, label: 'Não usar' },
  ...fileFields.map((field) => ({ value: field as string, label: fieldNames[field] })),
];

function summaryOf(
  file: LineFile,
  { hasHeader, columns, due }: PlanForm,
  platform: LinePlatform,
): Omit<Summary, 'busy'> {
  const customers = pluralize(file.rows - (hasHeader ? 1 : 0), 'cliente', 'clientes');
  return {
    headLabel: 'No arquivo',
    head: customers,
    rows: [
      {
        label: 'Arquivo',
        value: (
          <Text span inherit display="block" truncate maw="calc(9 * var(--space-3xl))">
            {file.name}
          </Text>
        ),
      },
      { label: 'Plataforma', value: platform.definition.label },
      {
        label: 'Vencimento',
        value: columns.due === undefined ? due || 'a informar' : 'de cada linha',
      },
    ],
    sentence: 'Nada é criado ainda: a conferência mostra o que será importado e quanto custa.',
    bar: { left: <b>{customers}</b>, right: 'nada é criado ainda' },
    submit: 'Conferir o arquivo',
    icon: IconFileSearch,
  };
}
