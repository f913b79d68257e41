import { Box, Group, Skeleton, Text } from '@mantine/core';
import { formatCount, formatCredits } from '../foundation/numbers.ts';
import { TopUpAction } from '../lines/fields/TopUpAction.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { SectionTitle } from './SectionHead.tsx';
import { SectionLink } from './SectionLink.tsx';

/**
 * Shows the available credits and how many renewals they are enough for (S-DASH-05). For a reseller
 * this is the most important value.
 */
export function CreditsCard({ credits }: { credits: number | undefined }) {
  const isEmpty = credits !== undefined && credits < 1;
  return (
    <Panel p="2xl">
      <Group gap="lg" align="baseline" justify="space-between" wrap="nowrap">
        <SectionTitle>Créditos</SectionTitle>
        <Group component="span" gap="xl" align="stretch" wrap="nowrap">
          {!isEmpty && <SectionLink to="/buy-credits">Comprar</SectionLink>}
          <SectionLink to="/extract">Extrato</SectionLink>
        </Group>
      </Group>
      {credits === undefined ? (
        <Skeleton height={38} width={140} />
      ) : (
        <>
          <Text inherit mt="xs" c="dimmed">
            <Box
              component="b"
              me="2xs"
              c="var(--ink)"
              fz="var(--text-figure)"
              lts="var(--tracking-figure)"
              lh="var(--leading-figure)"
            >
              {formatCredits(credits)}
            </Box>{' '}
            {credits === 1 ? 'disponível' : 'disponíveis'}
          </Text>
          <Text inherit mt="md" c="dimmed">
            {isEmpty ? <TopUpAction look="link" /> : worth(credits)}
          </Text>
        </>
      )}
    </Panel>
  );
}

function worth(credits: number): string {
  const renewals = Math.floor(credits);
  return `Dá para ${formatCount(renewals)} ${renewals === 1 ? 'renovação' : 'renovações'} de 30 dias`;
}
