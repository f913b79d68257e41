/** An announcement in a window of its own (S-DASH-15, S-SHARED-04); comes with what makes its HTML safe. */
import type { Announcement } from '@ramal/contract/announcements';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { safeHtml } from './safe-html.ts';
import classes from './AnnouncementDialog.module.css';

export function AnnouncementDialog({
  shown,
  onClose,
}: {
  shown: Announcement;
  onClose: () => void;
}) {
  const html = useMemo(() => safeHtml(shown.mensagem), [shown.mensagem]);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={shown.titulo}
      subtitle={`Publicado em ${shown.date_formatted}`}
      width={560}
      footer={
        <Button variant="default" size="md" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <div
        className={classes.text}
        data-announcement-text
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </Dialog>
  );
}
