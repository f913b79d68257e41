import { Skeleton, Stack } from '@mantine/core';
import { getSettings } from '@ramal/contract/settings';
import { IconMail } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { RevealTogether } from '../ui/layout/RevealTogether.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { ExemptionHosts } from './ExemptionHosts.tsx';
import { PublishButton } from './announcements/PublishButton.tsx';
import { WrittenAnnouncements } from './announcements/WrittenAnnouncements.tsx';
import { Backgrounds } from './Backgrounds.tsx';
import { CardGrid } from './CardGrid.tsx';
import { BulkFunctions } from './functions/BulkFunctions.tsx';
import { FunctionRow } from './functions/FunctionRow.tsx';
import { panelFunctions } from './functions/panel-functions.ts';
import { ShortenerCard } from './links/ShortenerCard.tsx';
import { Rotation } from './Rotation.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import { TitleDetailsCard } from './TitleDetailsCard.tsx';
import classes from './Settings.module.css';

/**
 * /settings, for admins. Contains the functions that apply to all accounts, with their effects, and
 * the published content (Q-SETROUTES).
 */
export const Settings = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const publish = (
    <>
      <LinkButton
        to="/settings/message"
        size="md"
        variant="default"
        leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
      >
        Mensagem para revenda
      </LinkButton>
      <PublishButton />
    </>
  );
  return (
    <>
      <PageHeader
        title="Configurações"
        breadcrumb={[{ label: 'Publicar' }, { label: 'Configurações' }]}
        actions={publish}
        phoneActions={publish}
      />
      <RevealTogether>
        <CardGrid>
          <div>
            <Functions />
            <Rotation />
            <ExemptionHosts />
          </div>
          <div>
            <Backgrounds />
            <ShortenerCard />
            <TitleDetailsCard />
            <WrittenAnnouncements type={1} />
            <WrittenAnnouncements type={2} />
          </div>
        </CardGrid>
      </RevealTogether>
    </>
  );
}

/** Functions with their switches (S-SETTINGS-02). */
function Functions() {
  const states = useCall(getSettings, {});
  return (
    <TitledCard
      title="Funções"
      text="Valem para todas as contas, na hora. Administradores nunca são limitados por elas."
    >
      <Loaded
        query={states}
        failed="Ocorreu um erro ao retornar status das funções"
        waiting={
          <Stack gap="3xl" p="3xl" aria-busy>
            {panelFunctions.map(({ flag }) => (
              <Skeleton key={flag} height={44} radius={8} />
            ))}
          </Stack>
        }
      >
        {(data) => (
          <ul className={classes.functions}>
            {panelFunctions.map(({ flag, toggle }) => (
              <FunctionRow key={flag} flag={flag} toggle={toggle} isOn={data[flag]} />
            ))}
          </ul>
        )}
      </Loaded>
      <BulkFunctions />
    </TitledCard>
  );
}
