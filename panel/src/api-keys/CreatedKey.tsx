/**
 * A key that was just created or rotated. The full key is shown only this time, with its limits.
 */
import { Group } from '@mantine/core';
import type { ApiKey } from '@ramal/contract/api-keys';
import { IconKey } from '@tabler/icons-react';
import { IconTile } from '../ui/IconTile.tsx';
import { limitsInWords } from './key-words.ts';
import { SecretCard } from './SecretCard.tsx';

export type KeyWithSecret = ApiKey & { readonly key: string };

export const CreatedKey = ({ apiKey, onClose }: { apiKey: KeyWithSecret; onClose: () => void }) => (
  <SecretCard
    label={`Chave ${apiKey.name}`}
    icon={
      <IconTile>
        <IconKey size={20} stroke={1.75} aria-hidden />
      </IconTile>
    }
    title={`Copie a chave «${apiKey.name}» agora`}
    text="Ela aparece inteira só desta vez. Se a perder, gire a chave: a anterior vale por mais um tempo."
    value={apiKey.key}
    onClose={onClose}
  >
    <Group
      component="ul"
      gap="var(--space-2xs) var(--space-3xl)"
      align="stretch"
      c="var(--ink-2)"
      fz="note"
    >
      {limitsInWords(apiKey).map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </Group>
  </SecretCard>
);
