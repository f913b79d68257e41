import { IconArrowRight, IconMail } from '@tabler/icons-react';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';

/** Somebody of the administration wrote and it was not read yet (S-DASH-01, Q-TICKETFLAG). */
export function AdminMessage() {
  return (
    <Notice
      tone="accent"
      icon={IconMail}
      title="Mensagem nova da administração"
      action={
        <LinkButton
          to="/ticket"
          // The administration's messages are among the answered ones.
          search={{ status: 3 }}
          variant="link"
          rightSection={<IconArrowRight size={16} stroke={1.75} />}
        >
          Ver ticket
        </LinkButton>
      }
    />
  );
}
