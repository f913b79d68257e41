import { Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CredentialRow } from '../copy/CredentialRow.tsx';
import { IconTile } from '../IconTile.tsx';
import type { ReceiptContent } from './receipt-content.ts';
import classes from './ReceiptParts.module.css';

interface ReceiptHeadProps {
  title: string;
  subtitle?: ReactNode;
  /** True for the receipt that fills the page of a phone. Its head is larger than in a dialog. */
  large?: boolean;
}

export function ReceiptHead({ title, subtitle, large = false }: ReceiptHeadProps) {
  return (
    <Group gap="lg" wrap="nowrap" className={classes.head} data-large={large || undefined}>
      <IconTile tone="ok" size={large ? 46 : 38}>
        <IconCheck size={large ? 24 : 20} stroke={2} aria-hidden />
      </IconTile>
      <div>
        <h2>{title}</h2>
        {subtitle && <p>{subtitle}</p>}
      </div>
    </Group>
  );
}

interface ReceiptCredentialsProps extends Pick<ReceiptContent, 'credentials'> {
  large?: boolean;
}

export function ReceiptCredentials({ credentials, large = false }: ReceiptCredentialsProps) {
  return (
    <div className={classes.credentials} data-large={large || undefined}>
      {credentials.map((credential) => (
        <CredentialRow key={credential.label} {...credential} />
      ))}
    </div>
  );
}

/** Rows in one frame, separated by thin lines. */
export function ReceiptGroup({ children }: { children: ReactNode }) {
  return <div className={classes.group}>{children}</div>;
}
