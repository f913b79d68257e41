import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './copy.css';
import { useCopied } from './use-copied.ts';

export interface CopyButtonProps {
  text: string;
  label?: string;
  icon?: Icon;
  size?: 'xs' | 'sm' | 'md' | 'lg';
  fullWidth?: boolean;
}

/** «Copiar», then «Copiado» for two seconds; the width stays. */
export function CopyButton({
  text,
  label = 'Copiar',
  icon: CopyIcon = IconCopy,
  size = 'sm',
  fullWidth = false,
}: CopyButtonProps) {
  const [copied, copy] = useCopied();
  const glyph = { size: size === 'lg' ? 20 : 17, stroke: 1.75, 'aria-hidden': true };
  return (
    <Button
      variant="default"
      size={size}
      fullWidth={fullWidth}
      className="copy-button"
      data-copied={copied || undefined}
      onClick={() => copy(text)}
    >
      <span className="copy-button-faces" aria-live="polite">
        <span data-shown={!copied || undefined}>
          <CopyIcon {...glyph} />
          {label}
        </span>
        <span data-shown={copied || undefined}>
          <IconCheck {...glyph} />
          Copiado
        </span>
      </span>
    </Button>
  );
}

export interface CopyRowProps {
  label: string;
  value: string;
  /** What is drawn where the value itself says little. */
  shown?: ReactNode;
}

/** A row with a name and a value in mono; tapping anywhere on it copies. */
export function CopyRow({ label, value, shown = value }: CopyRowProps) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className="copy-row"
      data-copied={copied || undefined}
      onClick={() => copy(value)}
      title={value}
    >
      <span className="copy-row-label">{label}</span>
      <span className="copy-row-value mono">{shown}</span>
      <span className="copy-row-sign">
        {copied ? (
          <IconCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCopy size={17} stroke={1.75} aria-hidden />
        )}
        <span className="visually-hidden" aria-live="polite">
          {copied ? 'Copiado' : 'Copiar'}
        </span>
      </span>
    </button>
  );
}

/** A credential of a receipt: the largest thing on the screen, copied by a tap anywhere on its row. */
export function CredentialRow({ label, value }: { label: string; value: string }) {
  const [copied, copy] = useCopied();
  return (
    <button
      type="button"
      className="credential-row"
      data-copied={copied || undefined}
      onClick={() => copy(value)}
    >
      <span className="credential-row-words">
        <span className="credential-row-label">{label}</span>
        <span className="credential-row-value mono">{value}</span>
      </span>
      <span className="credential-row-sign">
        {copied ? (
          <IconCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCopy size={18} stroke={1.75} aria-hidden />
        )}
        <span className="credential-row-word" aria-live="polite">
          {copied ? 'Copiado' : 'Copiar'}
        </span>
      </span>
    </button>
  );
}
