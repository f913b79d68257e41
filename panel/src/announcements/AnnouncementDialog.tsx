/**
 * Dialog with one announcement (S-DASH-15, S-SHARED-04). The dialog and the HTML sanitizer are
 * loaded together.
 */
import type { Announcement } from '@ramal/contract/announcements';
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
      onClose={onClose}
      title={shown.heading}
      subtitle={`Publicado em ${shown.dateFormatted}`}
      width={560}
      closeLabel="Fechar"
      closeVariant="default"
    >
      <HtmlText html={shown.bodyText} />
    </Dialog>
  );
}
