/**
 * /channels, for admins: the services that send the panel's e-mails, Telegram messages and WhatsApp
 * messages.
 */
import { Skeleton } from '@mantine/core';
import { getChannels } from '@ramal/contract/messaging';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { RevealTogether } from '../../ui/layout/RevealTogether.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { CardGrid } from '../CardGrid.tsx';
import { FranchisePicker } from '../links/FranchisePicker.tsx';
import { MailRecords } from './MailRecords.tsx';
import { MailRelayCard } from './MailRelayCard.tsx';
import { Suppressions } from './Suppressions.tsx';
import { TelegramBotCard } from './TelegramBotCard.tsx';
import { WhatsappCard } from './WhatsappCard.tsx';

/** Franchise id of the settings for all accounts. */
const EVERYBODY = 0;

export const Channels = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <RevealTogether>
      <Screen />
    </RevealTogether>
  </RequirePermission>
);

function Screen() {
  const [chosenFranchise, setChosenFranchise] = useState<number>();
  const franchise = chosenFranchise ?? EVERYBODY;
  const channels = useCall(getChannels, { query: { franchise } });
  const picker = <FranchisePicker value={chosenFranchise} onChange={setChosenFranchise} />;
  return (
    <>
      <PageHeader
        title="Canais de envio"
        breadcrumb={[{ label: 'Publicar' }, { label: 'Canais de envio' }]}
        note="Por onde saem os avisos do sino e os lembretes aos clientes. A franquia que não tem o próprio usa o geral."
        actions={picker}
        phoneActions={picker}
      />
      <Loaded
        query={channels}
        failed="Não deu para carregar os canais"
        waiting={
          <CardGrid>
            <Skeleton height={420} radius={12} />
            <Skeleton height={280} radius={12} />
          </CardGrid>
        }
      >
        {(data) => (
          <CardGrid key={franchise}>
            <div>
              <MailRelayCard state={data} />
              {data.email && <MailRecords franchise={franchise} relay={data.email} />}
            </div>
            <div>
              <TelegramBotCard state={data} />
              <WhatsappCard state={data} />
              <Suppressions />
            </div>
          </CardGrid>
        )}
      </Loaded>
    </>
  );
}
