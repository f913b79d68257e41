import { Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ProviderName } from '@ramal/contract/payments/payment-providers';
import { IconTile } from '../../ui/IconTile.tsx';
import classes from './ProviderTiles.module.css';
import { abilityText, providerInitials, providerNames } from './provider-words.ts';

interface ProviderTilesProps {
  providers: readonly ProviderName[];
  onChoose: (provider: ProviderName) => void;
}

/** Providers that the account can connect. */
export const ProviderTiles = ({ providers, onChoose }: ProviderTilesProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
    {providers.map((provider) => (
      <UnstyledButton key={provider} className={classes.root} onClick={() => onChoose(provider)}>
        <Group gap="lg" wrap="nowrap">
          <ProviderMark provider={provider} />
          <Stack component="span" gap={0}>
            <Text span inherit fw={600}>
              {providerNames[provider]}
            </Text>
            <Text span inherit c="var(--ink-2)" fz="note">
              {abilityText({ kind: provider, status: 'receiving' })}
            </Text>
          </Stack>
        </Group>
      </UnstyledButton>
    ))}
  </SimpleGrid>
);

/**
 * Shows two letters as the logo of a provider. Hidden from screen readers, because the name is next
 * to the letters.
 */
export const ProviderMark = ({ provider }: { provider: ProviderName }) => (
  <IconTile tone="plain" size={36}>
    <Text span inherit fz="caption" fw={600} aria-hidden>
      {providerInitials[provider]}
    </Text>
  </IconTile>
);
