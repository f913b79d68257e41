/** A key that was just made, whole for this one time. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useCopied } from '../ui/copy/use-copied.ts';
import classes from './NewKey.module.css';

export function NewKey({ value }: { value: string }) {
  const [copied, copy] = useCopied();
  const Sign = copied ? IconCheck : IconCopy;
  return (
    <section className={classes.root} aria-label="Chave nova">
      <p>Aparece inteira só desta vez</p>
      <code className={`${classes.value} mono`}>{value}</code>
      <Button
        leftSection={<Sign size={18} stroke={1.75} aria-hidden />}
        onClick={() => copy(value)}
      >
        {copied ? 'Copiada' : 'Copiar'}
      </Button>
    </section>
  );
}
