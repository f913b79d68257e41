/** A dialog with one announcement (S-DASH-15, S-SHARED-04). It is loaded together with what makes its HTML safe. */
import type { Announcement } from '@ramal/contract/announcements';
import { Button } from '@mantine/core';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { HtmlText } from '../ui/html/HtmlText.tsx';

export function AnnouncementDialog({
  shown,
  onClose,
}: {
  shown: Announcement;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={shown.heading}
      subtitle={`Publicado em ${shown.dateFormatted}`}
      width={560}
      footer={
        <Button variant="default" size="md" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <HtmlText html={shown.bodyText} />
    </Dialog>
  );
}
