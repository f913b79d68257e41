/** First visit: the address is suggested, and one press creates the page with it. */
import { Button, Stack } from '@mantine/core';
import { getStorefront, saveStorefront } from '@ramal/contract/storefront/settings';
import { IconBuildingStore } from '@tabler/icons-react';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { SlugField } from './SlugField.tsx';
import type { StorefrontState } from './storefront-values.ts';

export function FirstVisit({ state }: { state: StorefrontState }) {
  const { suggested, addressBase } = state;
  const form = useForm(saveStorefront, {
    initial: { slug: suggested.slug },
    send: ({ slug }) => ({ body: { ...suggested, slug } }),
    codeFields: { storefront_slug_taken: 'slug' },
    refresh: [getStorefront],
    success: () => ({
      title: 'Página criada',
      text: suggested.isOnline
        ? 'Já está no ar. Confira os planos e os preços.'
        : 'Confira os planos e ligue «No ar» quando quiser.',
    }),
  });
  return (
    <Panel>
      <EmptyState
        icon={IconBuildingStore}
        title="Monte sua página em 2 minutos"
        text="Quem abre o endereço testa e assina sozinho, a qualquer hora."
        actions={
          <InlineForm form={form}>
            <Stack gap="lg" w="min(100%, 24rem)" mx="auto" ta="start">
              <SlugField saved={undefined} addressBase={addressBase} {...form.field('slug')} />
              <Button type="submit" size="md" fullWidth loading={form.busy}>
                Criar página
              </Button>
            </Stack>
          </InlineForm>
        }
      />
    </Panel>
  );
}
