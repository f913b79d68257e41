/** /convite/$code: a stranger reads an invitation and creates a reseller account with it. */
import { Group, SimpleGrid, Skeleton } from '@mantine/core';
import { getInvitation } from '@ramal/contract/referrals/invitations';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useBrand } from '../../brand/brand.tsx';
import { useCall } from '../../foundation/api/query.ts';
import { ThemeSwitch } from '../../shell/user/ThemeSwitch.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import classes from './AcceptInvitation.module.css';
import { ClosedInvitation } from './ClosedInvitation.tsx';
import { CreatedAccount } from './CreatedAccount.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { InvitationTerms } from './InvitationTerms.tsx';

export function AcceptInvitation() {
  const { code } = useParams({ strict: false }) as { code: string };
  const [created, setCreated] = useState<string>();
  return (
    <Page>
      {created === undefined ? (
        <InvitationOfCode code={code} onCreated={setCreated} />
      ) : (
        <CreatedAccount username={created} />
      )}
    </Page>
  );
}

function Page({ children }: { children: ReactNode }) {
  const { name, logo, title, forceLight } = useBrand();
  return (
    <div className={classes.root}>
      <title>{`Convite · ${title}`}</title>
      <Group component="header" gap="md" fw={600} fz="field">
        <BrandMark size={32} logo={logo} />
        {name}
      </Group>
      <main>
        <h1 className="visually-hidden">Convite de revenda</h1>
        {children}
      </main>
      <footer className={classes.foot}>
        <span>{name} · Painel de revenda</span>
        {!forceLight && <ThemeSwitch />}
      </footer>
    </div>
  );
}

interface InvitationOfCodeProps {
  code: string;
  /** Called with the user name of the new account if the page could not sign it in. */
  onCreated: (username: string) => void;
}

function InvitationOfCode({ code, onCreated }: InvitationOfCodeProps) {
  const query = useCall(getInvitation, { params: { code } }, { staleMs: Number.POSITIVE_INFINITY });
  // A malformed code is refused with 422.
  if (query.error?.status === 404 || query.error?.status === 422)
    return <ClosedInvitation state="unknown" />;
  return (
    <Loaded
      query={query}
      failed="Não deu para abrir o convite"
      waiting={<Skeleton height={420} radius={12} />}
    >
      {(invitation) =>
        invitation.state === 'open' ? (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="3xl">
            <InvitationTerms invitation={invitation} />
            <InvitationForm
              code={code}
              onClosed={() => void query.refetch()}
              onCreated={onCreated}
            />
          </SimpleGrid>
        ) : (
          <ClosedInvitation {...invitation} />
        )
      }
    </Loaded>
  );
}
