/** /storefront: address, plans, tests, texts and channels of the sales page. */
import { Button, Skeleton, Stack, Switch } from '@mantine/core';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { IconExternalLink } from '@tabler/icons-react';
import { useCall } from '../../foundation/api/query.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { ChatbotAddresses } from '../chatbot/ChatbotAddresses.tsx';
import { StorefrontFrame } from '../StorefrontFrame.tsx';
import { AddressCard } from './AddressCard.tsx';
import { ChangesBar } from './ChangesBar.tsx';
import { ChannelsCard } from './ChannelsCard.tsx';
import { FirstVisit } from './FirstVisit.tsx';
import { pageAddress } from './page-address.ts';
import { PagePreview } from './PagePreview.tsx';
import { PhoneAddress } from './PhoneAddress.tsx';
import { PlansCard } from './PlansCard.tsx';
import { listChanges, type StorefrontState } from './storefront-values.ts';
import { StorefrontNotices } from './StorefrontNotices.tsx';
import classes from './StorefrontSettings.module.css';
import { TestsCard } from './TestsCard.tsx';
import { TextsCard } from './TextsCard.tsx';
import { useStorefrontForm } from './use-storefront-form.ts';

const note = 'Quem abre o endereço testa e assina sozinho. O cliente cai na sua lista.';

export function StorefrontSettings() {
  const isPhone = useIsPhone();
  const query = useCall(getStorefront, {}, { staleMs: 60_000 });
  const state = query.data;
  if (state?.settings) return <SettingsForm state={state} />;
  return (
    <StorefrontFrame part="settings" note={isPhone ? undefined : note}>
      <Loaded
        query={query}
        failed="Não deu para carregar a página de venda"
        waiting={<SettingsSkeleton />}
      >
        {(data) => (
          <>
            <StorefrontNotices state={data} />
            <FirstVisit state={data} />
          </>
        )}
      </Loaded>
    </StorefrontFrame>
  );
}

function SettingsForm({ state }: { state: StorefrontState }) {
  const isPhone = useIsPhone();
  const { form, initial, code } = useStorefrontForm(state);
  const changes = listChanges(initial, form.values, state.plans);
  const address = pageAddress(state.addressBase, initial.slug);
  const card = { form, state };
  return (
    <StorefrontFrame
      part="settings"
      note={isPhone ? undefined : note}
      actions={
        <>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
          >
            Abrir a página
          </Button>
          <CopyButton label="Copiar endereço" text={address} />
        </>
      }
      aside={
        !isPhone && (
          <Switch
            label={
              form.values.isOnline
                ? 'No ar: recebe testes e assinaturas'
                : 'Fora do ar: ninguém testa nem assina'
            }
            {...form.toggle('isOnline')}
          />
        )
      }
    >
      <StorefrontNotices state={state} />
      <InlineForm form={form} className={classes.root}>
        <Stack gap="2xl" miw={0}>
          {isPhone && <PhoneAddress {...card} />}
          <AddressCard {...card} />
          <PlansCard {...card} code={code} />
          <TestsCard {...card} />
          <TextsCard {...card} />
          <ChannelsCard {...card}>
            <ChatbotAddresses />
          </ChannelsCard>
        </Stack>
        {!isPhone && <PagePreview {...card} />}
        {changes.length > 0 && (
          <ChangesBar changes={changes} busy={form.busy} onDiscard={() => form.reset()} />
        )}
      </InlineForm>
    </StorefrontFrame>
  );
}

const heights = [190, 330, 250, 320, 300];

const SettingsSkeleton = () => (
  <div className={classes.root} aria-busy role="status" aria-label="Carregando a página de venda">
    <Stack gap="2xl">
      {heights.map((height) => (
        <Skeleton key={height} height={height} radius={12} />
      ))}
    </Stack>
    <Skeleton height={440} radius={24} />
  </div>
);
