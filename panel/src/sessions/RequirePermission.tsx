import { Button, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { type Profile, useProfile } from './profile.ts';

interface RequirePermissionProps {
  /** True if the signed-in account may see the screen. The server checks each call again. */
  when: (profile: Profile) => boolean;
  children: ReactNode;
}

/**
 * Shows «Sem permissão» if the account has no permission for the screen. The menu hides such a
 * screen (Q-SIDEBAR).
 */
export function RequirePermission({ when, children }: RequirePermissionProps) {
  const profile = useProfile();
  if (profile.data) return when(profile.data) ? children : <NoPermission />;
  if (!profile.error) return <ScreenSkeleton />;
  return (
    <EmptyState
      icon={IconAlertTriangle}
      tone="bad"
      title="Não deu para carregar seu perfil"
      text={profile.error.message}
      actions={
        <Button
          variant="default"
          loading={profile.isFetching}
          onClick={() => void profile.refetch()}
        >
          Tentar de novo
        </Button>
      }
    />
  );
}

/** Placeholder for a title and its content, until the profile is loaded. */
const ScreenSkeleton = () => (
  <Stack gap="3xl" aria-busy data-screen-skeleton>
    <Skeleton width={240} height={28} radius={8} />
    <Skeleton height={320} radius={14} />
  </Stack>
);

function NoPermission() {
  return (
    <>
      <PageHeader title="Sem permissão" />
      <EmptyState
        icon={IconLock}
        tone="plain"
        title="Esta tela não faz parte do seu acesso"
        text="Se precisar dela, fale com quem vende para você."
        actions={<LinkButton to="/dashboard">Ir para o início</LinkButton>}
      />
    </>
  );
}
