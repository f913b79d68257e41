/** A key or secret that was just created and is shown in full only this time. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button, Stack, Text } from '@mantine/core';
import { useCopied } from '../ui/copy/use-copied.ts';
import classes from './NewKey.module.css';

interface NewKeyProps {
  readonly value: string;
  readonly label?: string | undefined;
  /** True if the caption is shown above the key. */
  readonly hasCaption?: boolean;
}

export function NewKey({ value, label = 'Chave nova', hasCaption = true }: NewKeyProps) {
  const [copied, copy] = useCopied();
  const Sign = copied ? IconCheck : IconCopy;
  return (
    <Stack
      component="section"
      gap="md"
      align="flex-start"
      py="xl"
      px="2xl"
      bd="1px solid var(--accent-line)"
      bdrs="var(--radius-card)"
      bg="var(--accent-soft)"
      className={classes.root}
      aria-label={label}
      data-row={!hasCaption || undefined}
    >
      {hasCaption && (
        <Text c="var(--ink-2)" fz="note">
          Aparece inteira só desta vez
        </Text>
      )}
      <code className={`${classes.value} mono`}>{value}</code>
      <Button
        leftSection={<Sign size={18} stroke={1.75} aria-hidden />}
        onClick={() => copy(value)}
      >
        {copied ? 'Copiado' : 'Copiar'}
      </Button>
    </Stack>
  );
}
