import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react';
import { Dialog } from '../dialogs/Dialog.tsx';
import './form-window.css';

export interface FormWindowProps {
  title: string;
  subtitle?: ReactNode;
  lead?: ReactNode;
  width?: number;
  busy: boolean;
  saveLabel?: string;
  form: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Below the form and no part of it. */
  after?: ReactNode;
}

/** A form in a window with its two acts; Ctrl Enter saves from any field. */
export function FormWindow({
  title,
  subtitle,
  lead,
  width = 520,
  busy,
  saveLabel = 'Salvar',
  form,
  onSubmit,
  onClose,
  children,
  after,
}: FormWindowProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={busy}
      width={width}
      title={title}
      subtitle={subtitle}
      lead={lead}
      footer={
        <>
          <Button size="md" variant="default" disabled={busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button size="md" type="submit" form={id} loading={busy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className="form-window"
        noValidate
        onSubmit={submit}
        onKeyDown={onKeyDown}
      >
        {children}
      </form>
      {after}
    </Dialog>
  );
}
