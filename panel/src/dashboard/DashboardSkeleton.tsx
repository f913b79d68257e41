import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useIsPhone } from '../foundation/viewport.ts';

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/**
 * Placeholder of the home screen while it loads. Each box has the position and size of the final
 * content.
 */
export function DashboardSkeleton() {
  return useIsPhone() ? <OnPhone /> : <OnDesk />;
}

function OnPhone() {
  return (
    <Stack gap="3xl" aria-busy="true">
      <Stack gap="lg">
        <Skeleton height={22} width={110} />
        <Skeleton height={48} radius={12} />
        <SimpleGrid cols={3} spacing="sm">
          {times(3).map((index) => (
            <Skeleton key={index} height={52} radius={12} />
          ))}
        </SimpleGrid>
        <Skeleton height={20} width={280} />
      </Stack>
      <Stack gap="lg">
        <Skeleton height={22} width={150} />
        <SimpleGrid cols={5} spacing="sm">
          {times(5).map((index) => (
            <Skeleton key={index} height={64} radius={12} />
          ))}
        </SimpleGrid>
        <Skeleton height={232} radius={12} />
      </Stack>
      <Skeleton height={330} radius={12} />
    </Stack>
  );
}

function OnDesk() {
  return (
    <Stack gap="4xl" aria-busy="true">
      <Group gap="2xl" wrap="nowrap" grow>
        <Skeleton height={218} radius={12} />
        <Skeleton height={218} radius={12} />
      </Group>
      <SimpleGrid cols={5} spacing="lg">
        {times(5).map((index) => (
          <Skeleton key={index} height={232} radius={12} />
        ))}
      </SimpleGrid>
      {times(2).map((index) => (
        <Skeleton key={index} height={120} radius={12} />
      ))}
    </Stack>
  );
}
