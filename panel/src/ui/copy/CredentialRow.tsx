import { Box } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopied } from './use-copied.ts';
import classes from './CredentialRow.module.css';

/**
 * Row with a credential of a receipt, in the largest text of the screen. A press on the row copies
 * the credential.
 */
export function CredentialRow({ label, value }: { label: string; value: string }) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className={classes.root}
      data-copied={copied || undefined}
      onClick={() => copy(value)}
    >
      <Box component="span" miw={0}>
        <span className={classes.label}>{label}</span>
        <span className={`${classes.value} mono`}>{value}</span>
      </Box>
      <span className={classes.sign}>
        {copied ? (
          <IconCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCopy size={18} stroke={1.75} aria-hidden />
        )}
        <span className={classes.word} aria-live="polite">
          {copied ? 'Copiado' : 'Copiar'}
        </span>
      </span>
    </button>
  );
}
