/** /storefront/numbers: visits, tests and sales of the sales page, each with its rows. */
import { Box, Skeleton, Stack } from '@mantine/core';
import {
  exportStorefrontNumbers,
  getStorefrontNumbers,
  storefrontPeriods,
} from '@ramal/contract/storefront/numbers';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { IconBuildingStore } from '@tabler/icons-react';
import { ExportButton } from '../../exports/ExportButton.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { dayInWords } from '../../foundation/dates.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PickMenu } from '../../ui/PickMenu.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { pageAddress } from '../settings/page-address.ts';
import { StorefrontFrame } from '../StorefrontFrame.tsx';
import { CountCards } from './CountCards.tsx';
import { DaysCard } from './DaysCard.tsx';
import { Funnel } from './Funnel.tsx';
import {
  DEFAULT_PERIOD,
  periodLabels,
  type StorefrontNumbers as Numbers,
  useRowsLink,
  useStorefrontNumbersParams,
} from './numbers-params.ts';
import { OriginsCard } from './OriginsCard.tsx';

const REFRESH_MS = 5 * 60_000;

export function StorefrontNumbers() {
  const isPhone = useIsPhone();
  const { values, change } = useStorefrontNumbersParams();
  const period = values.period ?? DEFAULT_PERIOD;
  const query = useCall(
    getStorefrontNumbers,
    { query: { period } },
    { keepPrevious: true, refreshEveryMs: REFRESH_MS },
  );
  const periodMenu = (
    <PickMenu
      label="Período"
      value={period}
      options={storefrontPeriods.map((value) => ({ value, label: periodLabels[value] }))}
      onChange={(chosen) =>
        change({ period: storefrontPeriods.find((candidate) => candidate === chosen) })
      }
    />
  );
  const exportButton = (
    <ExportButton declaration={exportStorefrontNumbers} sent={{ body: { period } }} />
  );
  return (
    <StorefrontFrame
      part="numbers"
      note={isPhone ? undefined : query.data && periodInWords(query.data)}
      actions={
        <>
          {periodMenu}
          {exportButton}
        </>
      }
      aside={
        isPhone && (
          <Box flex="none" data-beside-tabs>
            {periodMenu}
          </Box>
        )
      }
    >
      <Loaded query={query} failed="Não deu para carregar os números" waiting={<NumbersSkeleton />}>
        {(numbers) =>
          numbers.funnel.visits === 0 && numbers.funnel.requests === 0 ? (
            <EmptyNumbers period={period} />
          ) : (
            <Cards numbers={numbers} />
          )
        }
      </Loaded>
      {isPhone && query.data && <Box mt="2xl">{exportButton}</Box>}
    </StorefrontFrame>
  );
}

const periodInWords = ({ from, to }: Numbers): string =>
  `${from === to ? '' : `${dayInWords(from).slice(0, 5)} a `}${dayInWords(to)}, até agora. Cada número abre as linhas que ele conta.`;

function Cards({ numbers }: { numbers: Numbers }) {
  const rowsOf = useRowsLink();
  return (
    <Stack gap="2xl">
      <Funnel funnel={numbers.funnel} rowsOf={rowsOf} />
      <DaysCard numbers={numbers} rowsOf={rowsOf} />
      <OriginsCard origins={numbers.origins} total={numbers.total} rowsOf={rowsOf} />
      <CountCards numbers={numbers} rowsOf={rowsOf} />
    </Stack>
  );
}

function EmptyNumbers({ period }: { period: keyof typeof periodLabels }) {
  const { data } = useCall(getStorefront, {}, { staleMs: 60_000 });
  const slug = data?.settings?.slug;
  return (
    <Panel>
      <EmptyState
        icon={IconBuildingStore}
        title={
          period === '90d' || period === '30d'
            ? 'Ninguém abriu sua página ainda'
            : 'Ninguém abriu sua página neste período'
        }
        text="Mande o endereço a quem pergunta o preço, ou ponha no seu Instagram."
        actions={
          data &&
          (slug ? (
            <CopyButton
              main
              size="md"
              label="Copiar endereço"
              text={pageAddress(data.addressBase, slug)}
            />
          ) : (
            <LinkButton size="md" to="/storefront/{-$part}" params={{ part: undefined }}>
              Criar página
            </LinkButton>
          ))
        }
      />
    </Panel>
  );
}

const heights = [104, 230, 470, 220];

const NumbersSkeleton = () => (
  <Stack gap="2xl" aria-busy role="status" aria-label="Carregando os números">
    {heights.map((height) => (
      <Skeleton key={height} height={height} radius={12} />
    ))}
  </Stack>
);
