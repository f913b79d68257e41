/**
 * «Identificação»: common frame of two dialogs. One dialog shows the current viewings, the other
 * shows why a line is suspect. Source: S-SHARED-27, S-SHARED-49.
 */
import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { Line } from '../line.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';

export function Identification({
  line,
  actions,
  onClose,
  children,
}: {
  line: Pick<Line, 'username' | 'note'>;
  /** Buttons next to «Fechar». */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      onClose={onClose}
      width={900}
      title="Identificação"
      subtitle={<LineSubtitle line={line} />}
      footer={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Fechar
          </Button>
          {actions}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export const AidNote = () => (
  <Text c="dimmed" fz="caption">
    AID é o identificador único do acesso, feito quando o conteúdo é aberto: data, hora e uma marca.
  </Text>
);
