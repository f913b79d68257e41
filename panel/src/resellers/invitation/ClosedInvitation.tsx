import { Button } from '@mantine/core';
import type { ShownInvitationState } from '@ramal/contract/referrals/invitations';
import { IconBrandWhatsapp, IconLinkOff } from '@tabler/icons-react';
import { formatDate } from '../../foundation/dates.ts';
import { openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';

type ClosedState = Exclude<ShownInvitationState, 'open'> | 'unknown';

interface ClosedInvitationProps {
  state: ShownInvitationState | 'unknown';
  /** Empty if the inviter has no permission to invite. */
  inviter?: string;
  whatsapp?: string | null;
  expiresAtTimestamp?: number;
}

const titles: Readonly<Record<ClosedState, string>> = {
  used: 'Este convite já foi usado',
  expired: 'Este convite venceu',
  revoked: 'Este convite foi revogado',
  closed: 'Este convite não vale agora',
  unknown: 'Não achamos este convite',
};

function closedText({ state, inviter, expiresAtTimestamp = 0 }: ClosedInvitationProps): string {
  if (state === 'unknown') return 'Confira o endereço com quem mandou.';
  if (state === 'closed') return 'Quem convidou não pode receber contas no momento.';
  const again = inviter ? `Peça outro a ${inviter}.` : 'Peça outro a quem mandou.';
  if (state !== 'expired') return again;
  return `Valia até ${formatDate(new Date(expiresAtTimestamp * 1000))}. ${again}`;
}

/** Invitation that creates no account, with the reason. */
export function ClosedInvitation(props: ClosedInvitationProps) {
  const { state, inviter, whatsapp } = props;
  return (
    <Panel maw="calc(18 * var(--space-5xl))" mx="auto" p="var(--space-4xl)">
      <EmptyState
        icon={IconLinkOff}
        tone="plain"
        title={titles[state as ClosedState]}
        text={closedText(props)}
        actions={
          <>
            {whatsapp && (
              <Button
                leftSection={<IconBrandWhatsapp size={17} stroke={1.75} aria-hidden />}
                onClick={() =>
                  openWhatsApp(whatsapp, 'Oi! Seu convite não vale mais. Manda outro?')
                }
              >
                Falar com {inviter}
              </Button>
            )}
            <LinkButton to="/login" variant="default">
              Já tenho conta
            </LinkButton>
          </>
        }
      />
    </Panel>
  );
}
