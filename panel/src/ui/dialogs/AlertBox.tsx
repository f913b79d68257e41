import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './dialogs.css';
import { asAlertDialog, useClosing } from './use-closing.ts';

export interface AlertOptions {
  /** «Ocorreu um erro» unless told. */
  title?: string | undefined;
  text?: ReactNode;
  /** Several at once: a list. */
  messages?: readonly string[];
  requestId?: string | undefined;
  tone?: 'bad' | 'warn' | 'ok';
  button?: string;
}

const icons = { bad: IconAlertTriangle, warn: IconInfoCircle, ok: IconCheck };

export function AlertBox({ options, onClose }: { options: AlertOptions; onClose: () => void }) {
  const { title = 'Ocorreu um erro', text, messages = [], requestId, tone = 'bad', button = 'Entendi' } = options;
  const { opened, close, transition } = useClosing(onClose);
  const BoxIcon = icons[tone];
  return (
    <Modal.Root opened={opened} onClose={close} centered size={420} returnFocus={false} transitionProps={transition} zIndex={300}>
      <Modal.Overlay className="scrim" />
      <Modal.Content classNames={{ content: 'alert-box' }} ref={asAlertDialog}>
        <span className="dialog-icon" data-tone={tone}>
          <BoxIcon size={26} stroke={1.75} aria-hidden />
        </span>
        <Modal.Title>{title}</Modal.Title>
        <Modal.Body className="alert-box-text">
          {text && <p>{text}</p>}
          {messages.length > 0 && (
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
          {requestId && (
            <p className="alert-box-request">
              Pedido <span className="mono">{requestId}</span>
            </p>
          )}
        </Modal.Body>
        <Button size="md" fullWidth data-autofocus onClick={close}>
          {button}
        </Button>
      </Modal.Content>
    </Modal.Root>
  );
}
