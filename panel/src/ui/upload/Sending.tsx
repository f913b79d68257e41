import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../foundation/bytes.ts';
import { ProgressBar } from '../status/ProgressBar.tsx';
import classes from './Sending.module.css';

export interface SendingProps {
  file: File;
  /** 0 to 1. */
  share: number;
  /** What the server does once the whole file has arrived: «Recebido, guardando». */
  arrived: string;
  /** At its end: a button that withdraws the file. */
  action?: ReactNode;
}

/** A file on its way, and how much of it has left. */
export function Sending({ file, share, arrived, action }: SendingProps) {
  const percent = Math.floor(share * 100);
  return (
    <div className={classes.root}>
      <IconFile size={22} stroke={1.5} aria-hidden />
      <div>
        <p className={classes.name}>
          <b>{file.name}</b>
          <span className="num">
            {formatBytes(file.size * share)} de {formatBytes(file.size)}
          </span>
        </p>
        <ProgressBar label="Enviando" share={share} />
        <p role="status">{percent < 100 ? `Enviando, ${percent}%` : arrived}</p>
      </div>
      {action}
    </div>
  );
}
