import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ModalBox } from './ModalBox.tsx';
import classes from './AlertBox.module.css';
import { IconTile } from '../IconTile.tsx';

export interface AlertOptions {
  /** Title of the message. Default: «Ocorreu um erro». */
  title?: string | undefined;
  text?: ReactNode;
  /** Messages below the title, shown as a list. */
  messages?: readonly string[];
  requestId?: string | undefined;
  tone?: 'bad' | 'warn' | 'ok';
  button?: string;
}

const icons = { bad: IconAlertTriangle, warn: IconInfoCircle, ok: IconCheck };

/** Message dialog with an icon, a title, the server's text and one button. */
export function AlertBox({ options, onClose }: { options: AlertOptions; onClose: () => void }) {
  const {
    title = 'Ocorreu um erro',
    text,
    messages = [],
    requestId,
    tone = 'bad',
    button = 'Entendi',
  } = options;
  const BoxIcon = icons[tone];
  return (
    <ModalBox
      look="message"
      title={title}
      icon={
        <IconTile tone={tone} size={52}>
          <BoxIcon size={26} stroke={1.75} aria-hidden />
        </IconTile>
      }
      body={
        <>
          {text && <p>{text}</p>}
          {messages.length > 0 && (
            <ul className={classes.messages}>
              {/* Two fields may have the same message. */}
              {[...new Set(messages)].map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {requestId && (
            <p className={classes.request}>
              Pedido <span className="mono">{requestId}</span>
            </p>
          )}
        </>
      }
      foot={
        <Button size="md" fullWidth data-autofocus onClick={onClose}>
          {button}
        </Button>
      }
      onClose={onClose}
    />
  );
}
