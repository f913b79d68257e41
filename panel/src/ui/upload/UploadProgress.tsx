import { Group, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../foundation/bytes.ts';
import { ProgressBar } from '../status/ProgressBar.tsx';
import classes from './UploadProgress.module.css';

interface UploadProgressProps {
  file: File;
  /** Uploaded fraction of the file, from 0 to 1. */
  share: number;
  /** Text that is shown while the server processes the received file: «Recebido, guardando». */
  arrived: string;
  /** Button at the end that cancels the upload. */
  action?: ReactNode;
}

export function UploadProgress({ file, share, arrived, action }: UploadProgressProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className={classes.root}>
      <IconFile size={22} stroke={1.5} aria-hidden />
      <div>
        <Group component="p" gap="lg" align="stretch" justify="space-between" wrap="nowrap">
          <Text component="b" inherit truncate c="var(--ink)" fw={500}>
            {file.name}
          </Text>
          <span className="num">
            {formatBytes(file.size * share)} de {formatBytes(file.size)}
          </span>
        </Group>
        <ProgressBar label="Enviando" share={share} />
        <p role="status">{percent < 100 ? `Enviando, ${percent}%` : arrived}</p>
      </div>
      {action}
    </div>
  );
}
