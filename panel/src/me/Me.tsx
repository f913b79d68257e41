/**
 * /me, «GERIR 2FA»: the second factors of the account, its sign-ins, and its password (S-ME,
 * Q-MEEDIT).
 */
import { SimpleGrid, Stack } from '@mantine/core';
import { OwnLimits } from '../limits/OwnLimits.tsx';
import { useProfile } from '../sessions/profile.ts';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Authenticator } from './Authenticator.tsx';
import { RequireSecondFactor } from './RequireSecondFactor.tsx';
import { OwnCustomers } from './OwnCustomers.tsx';
import { OwnPasskeys } from './OwnPasskeys.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { OwnTexts } from './OwnTexts.tsx';
import { OwnUndoChoices } from './OwnUndoChoices.tsx';
import { OwnSignIns } from './OwnSignIns.tsx';
import { Switch } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { switchShortcuts, useShortcutsOn } from '../foundation/shortcuts.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { SettingsCard } from './SettingsCard.tsx';

export function Me() {
  const { data: me } = useProfile();
  if (!me) return null;
  const { mustEnrol } = me.secondFactor;
  const requiresOfOthers = me.profile !== 'reseller';
  return (
    <>
      <PageHeader
        title="GERIR 2FA"
        breadcrumb={[{ label: 'Mais' }, { label: 'Minha conta' }]}
        note="Quem mexe com créditos precisa de mais do que uma senha."
      />
      <RevealTogether>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="2xl" style={{ alignItems: 'start' }}>
          <Stack gap="2xl" miw={0}>
            <Authenticator />
            {!mustEnrol && <OwnPassword username={me.username} />}
            <OwnPasskeys enrolled={me.secondFactor.enrolled} />
            {!mustEnrol && (requiresOfOthers ? <RequireSecondFactor /> : <OwnSignIns />)}
          </Stack>
          {/* Until a required second factor is set up, the server rejects all other calls. */}
          {!mustEnrol && (
            <Stack gap="2xl" miw={0}>
              {requiresOfOthers && <OwnSignIns />}
              <OwnTexts />
              <OwnLimits />
              {me.profile !== 'admin' && <OwnCustomers />}
              <OwnUndoChoices acts={me.undoActs ?? []} />
              <KeyboardSettings />
            </Stack>
          )}
        </SimpleGrid>
      </RevealTogether>
    </>
  );
}

function KeyboardSettings() {
  const on = useShortcutsOn();
  if (useIsPhone()) return null;
  return (
    <SettingsCard icon={IconKeyboard} title="Teclado">
      <Switch
        label="Atalhos de uma tecla"
        description="Letras que agem sozinhas fora dos campos: / busca, R renova."
        checked={on}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
    </SettingsCard>
  );
}
