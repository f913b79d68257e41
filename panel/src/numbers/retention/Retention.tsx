/** /numbers/retention: the share of customers who stay, by the month of their first payment. */
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core';
import { getCohorts } from '@ramal/contract/numbers/cohorts';
import { getNumbers } from '@ramal/contract/numbers/numbers';
import { exportNumberRows } from '@ramal/contract/numbers/rows';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { lineOriginLabels, lineOrigins } from '@ramal/contract/lines/line-origins';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { FigureGrid } from '../../ui/FigureGrid.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { PickMenu } from '../../ui/PickMenu.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { EmptyNumbers } from '../EmptyNumbers.tsx';
import { NumberFigure } from '../NumberFigure.tsx';
import { NumbersFrame } from '../NumbersFrame.tsx';
import { NumbersNotices } from '../NumbersNotices.tsx';
import { formatCents, formatShare, NO_FIGURE } from '../number-words.ts';
import { type RowsLink, useNumbersParams, useRowsLink } from '../numbers-params.ts';
import { type CohortTotal, monthsAfter, totalShare } from './cohort-cell.ts';
import { CohortLegend } from './CohortLegend.tsx';
import { CohortTable } from './CohortTable.tsx';
import { retentionInWords } from './retention-in-words.ts';

type Cohorts = ResponseOf<typeof getCohorts>;

export function Retention() {
  const { platform, origin } = useNumbersParams().values;
  const filters = platform ? { platform } : {};
  const numbers = useCall(getNumbers, { query: filters }, { keepPrevious: true });
  const cohorts = useCall(
    getCohorts,
    { query: { ...filters, ...(origin ? { origin } : {}) } },
    { keepPrevious: true },
  );
  const isPhone = useIsPhone();
  const sentence = cohorts.data && retentionInWords(cohorts.data.all);
  return (
    <NumbersFrame
      part="retention"
      note={isPhone ? undefined : (sentence ?? 'Quem entra e continua, mês a mês.')}
      exportButton={
        <ExportButton
          declaration={exportNumberRows}
          sent={{ params: { figure: 'retention' }, body: { ...filters, part: 'denominator' } }}
        />
      }
    >
      <Loaded
        query={{ ...cohorts, data: numbers.data || numbers.error ? cohorts.data : undefined }}
        failed="Não deu para somar a retenção"
        waiting={
          <Stack gap="2xl" role="status" aria-label="Carregando a retenção" aria-busy>
            <Skeleton height={isPhone ? 214 : 106} radius={12} />
            <Skeleton height={540} radius={12} />
          </Stack>
        }
      >
        {(data) => (
          <>
            <NumbersNotices query={numbers} filters={filters} />
            {data.state === 'ready' && data.cohorts.length === 0 && !origin ? (
              <EmptyNumbers />
            ) : (
              <Stack gap="2xl">
                {isPhone && sentence && <Text fz="field">{sentence}</Text>}
                <RetentionFigures cohorts={data} isPhone={isPhone} />
                <CohortCard cohorts={data} isPhone={isPhone} />
              </Stack>
            )}
          </>
        )}
      </Loaded>
    </NumbersFrame>
  );
}

interface CardProps {
  readonly cohorts: Cohorts;
  readonly isPhone: boolean;
}

const shownAges = [1, 3, 6];

function RetentionFigures({ cohorts, isPhone }: CardProps) {
  const rowsOf = useRowsLink();
  const value = cohorts.lifetimeValueCents;
  return (
    <FigureGrid>
      {shownAges.map((age) => (
        <AgeFigure
          key={age}
          {...{ age, isPhone, rowsOf }}
          total={cohorts.all.find((total) => total.age === age)}
        />
      ))}
      <NumberFigure
        figure="lifetime-value"
        figures={[]}
        value={value === null ? NO_FIGURE : formatCents(value)}
        to={rowsOf('lifetime-value')}
        note={isPhone ? 'ticket ÷ perda' : 'ticket ÷ perda do mês'}
      />
    </FigureGrid>
  );
}

interface AgeFigureProps {
  readonly age: number;
  /** Undefined until a cohort has completed this number of months. */
  readonly total: CohortTotal | undefined;
  readonly isPhone: boolean;
  readonly rowsOf: RowsLink;
}

function AgeFigure({ age, total, isPhone, rowsOf }: AgeFigureProps) {
  const months = monthsAfter(age);
  const label = isPhone ? months : age === 1 ? `Seguem depois de ${months}` : `Depois de ${months}`;
  return (
    <NumberFigure
      figure="cohort"
      figures={[]}
      label={label}
      value={total ? formatShare(totalShare(total, 'customers')) : NO_FIGURE}
      to={rowsOf('cohort', { age })}
      note={total && `${total.customers} de ${total.ofCustomers}`}
    />
  );
}

const ALL = '';
const CUSTOMERS = 'customers';

function CohortCard({ cohorts, isPhone }: CardProps) {
  const rowsOf = useRowsLink();
  const { values, change } = useNumbersParams();
  const { origin } = values;
  const measure = values.measure ?? CUSTOMERS;
  const withOrigin = origin ? { origin } : {};
  return (
    <Panel p={0} label="Por mês de entrada">
      <Group p="var(--inset)" pb="lg" gap="sm" justify="space-between" align="flex-start">
        <Box flex="1 1 auto">
          <Text component="h2" fz="phone">
            Por mês de entrada
          </Text>
          {!isPhone && (
            <Text c="var(--ink-2)" fz="note">
              {cohorts.definition}
            </Text>
          )}
        </Box>
        <PickMenu
          label="Origem"
          value={origin ?? ALL}
          options={[
            { value: ALL, label: 'Todas as origens' },
            ...lineOrigins.map((key) => ({ value: key, label: lineOriginLabels[key] })),
          ]}
          onChange={(chosen) => change({ origin: lineOrigins.find((key) => key === chosen) })}
        />
        <Box flex={isPhone ? '1 1 100%' : 'none'}>
          <Segmented
            wide={isPhone}
            label="Medida"
            value={measure}
            options={[
              { value: CUSTOMERS, label: 'Clientes' },
              { value: 'money', label: 'Receita' },
            ]}
            onChange={(chosen) => change({ measure: chosen === 'money' ? 'money' : undefined })}
          />
        </Box>
      </Group>
      <Box px={isPhone ? 0 : 'xl'}>
        <CohortTable
          label="Por mês de entrada"
          cohorts={cohorts.cohorts}
          totals={cohorts.all}
          measure={measure}
          rowsOf={({ month }, { age }) =>
            rowsOf('cohort', { cohort: month, age, part: 'denominator', ...withOrigin })
          }
        />
      </Box>
      <CohortLegend isPhone={isPhone} />
    </Panel>
  );
}
