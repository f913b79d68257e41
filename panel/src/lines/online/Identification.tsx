/**
 * «Identificação»: the frame of the window that says who watches now and of the one that says why a
 * line is suspect. Source: S-SHARED-27, S-SHARED-49.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { Line } from '../line.ts';
import './online.css';
import { LineSubtitle } from '../LineSubtitle.tsx';

export function Identification({
  line,
  acts,
  onClose,
  children,
}: {
  line: Pick<Line, 'username' | 'note'>;
  /** What is done about it, beside «Fechar». */
  acts?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      width={900}
      title="Identificação"
      subtitle={<LineSubtitle line={line} />}
      footer={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Fechar
          </Button>
          {acts}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export const AidNote = () => (
  <p className="online-aid-note">
    AID é o identificador único do acesso, feito quando o conteúdo é aberto: data, hora e uma marca.
  </p>
);
