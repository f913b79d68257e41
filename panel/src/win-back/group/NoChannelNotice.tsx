import { IconAlertTriangle } from '@tabler/icons-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/status/Notice.tsx';

/** Explains that no automatic channel can send, and links to the channels. */
export const NoChannelNotice = () => (
  <Notice
    tone="warn"
    icon={IconAlertTriangle}
    title="Nenhum canal envia"
    action={
      <LinkButton to="/reminders" size="sm" variant="link">
        Ligar canal
      </LinkButton>
    }
  >
    A Reconquista sai pelos canais dos Lembretes que enviam sozinhos.
  </Notice>
);
