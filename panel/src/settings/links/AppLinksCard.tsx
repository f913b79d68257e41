/**
 * Card with the text of links for one kind of app, for all accounts or for one franchise
 * (S-SETFR-02, S-SETFR-03, S-SETFRP-03, S-SETFRP-04).
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { type AppLinkType, getAppLinks, getLinksInfo, saveAppLinks } from '@ramal/contract/links';
import { IconBuildingStore, IconClock, IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { HtmlField } from '../../ui/html/HtmlField.tsx';
import { HtmlText } from '../../ui/html/HtmlText.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';

interface AppLinksCardProps {
  readonly type: AppLinkType;
  readonly title: string;
  /** Name of the text, if the card has another title. */
  readonly name?: string;
  readonly text: string;
  /** Select above the text. */
  readonly chooser?: ReactNode;
  /**
   * Id of the franchise. Without it, the text is for all accounts, or for the caller's franchise.
   */
  readonly franchise: number | undefined;
}

export function AppLinksCard({
  type,
  title,
  name = title,
  text,
  chooser,
  franchise,
}: AppLinksCardProps) {
  const sent = { type, ...(franchise === undefined ? {} : { idFranchise: franchise }) };
  const published = useCall(getAppLinks, { query: sent });
  return (
    <TitledCard title={title} text={text}>
      <Stack gap="lg" pt="var(--inset-top)" pb="var(--inset)" px="var(--inset)">
        {chooser}
        <Loaded
          query={published}
          failed="Não deu para carregar os links"
          compact
          height={280}
          radius={10}
        >
          {(data) => (
            <Editor key={`${type} ${franchise}`} title={name} sent={sent} published={data} />
          )}
        </Loaded>
      </Stack>
    </TitledCard>
  );
}

interface EditorProps {
  readonly title: string;
  readonly sent: { readonly type: AppLinkType; readonly idFranchise?: number };
  readonly published: ResponseOf<typeof getAppLinks>;
}

function Editor({ title, sent, published }: EditorProps) {
  const form = useForm(saveAppLinks, {
    draft: `links-${sent.type}-${sent.idFranchise ?? 'all'}`,
    initial: { links: published.links },
    send: ({ links }) => ({ body: { ...sent, links } }),
    // Returns an error text for a form without changes. The publish button is always enabled, so
    // such a form can be sent.
    validate: ({ links }) =>
      links === published.links ? { links: 'O texto não mudou. Mude-o e publique.' } : {},
    confirm: ({ links }) => ({
      title: links ? 'Publicar estes links?' : 'Remover estes links?',
      icon: IconLink,
      object: { name: title },
      facts: [
        {
          icon: IconBuildingStore,
          text: links
            ? 'Valem na hora, em todo recibo e portal a que se aplicam.'
            : 'Volta a valer o texto geral ou, sem ele, o do sistema.',
        },
      ],
      confirmLabel: links ? 'Sim, publicar' : 'Sim, remover',
    }),
    refresh: [getAppLinks, getLinksInfo],
    success: ({ message }) => ({ title: message, text: title }),
  });
  const isChanged = form.values.links !== published.links;
  return (
    <InlineForm form={form} gap="lg">
      {published.dateFormatted === null && (
        <DefaultText
          html={published.defaultLinks}
          onCopy={() => form.change({ links: published.defaultLinks })}
        />
      )}
      <HtmlField label={title} labelHidden {...form.field('links')} />
      <Group
        gap="var(--space-sm) var(--space-lg)"
        justify="space-between"
        c="var(--ink-3)"
        fz="note"
      >
        {isChanged ? (
          <Group component="p" gap="xs" wrap="nowrap" c="var(--warn)">
            <IconClock size={16} stroke={1.75} aria-hidden /> Mudou e ainda não foi publicado
          </Group>
        ) : (
          <p>{stateOf(published)}</p>
        )}
        <Button type="submit" loading={form.busy} variant={isChanged ? 'filled' : 'default'}>
          Publicar
        </Button>
      </Group>
    </InlineForm>
  );
}

/** Shows the default text of the system. A published text replaces it completely. */
function DefaultText({ html, onCopy }: { readonly html: string; readonly onCopy: () => void }) {
  return (
    <Stack gap="sm" align="flex-start">
      <Text c="var(--ink-2)" fz="note">
        Em uso agora, o texto do sistema. O que você publicar fica no lugar dele.
      </Text>
      <HtmlText html={html} />
      <Button variant="default" size="compact-sm" onClick={onCopy}>
        Começar pelo texto do sistema
      </Button>
    </Stack>
  );
}

function stateOf({ dateFormatted: date, inherited }: ResponseOf<typeof getAppLinks>): string {
  if (date === null) return 'Vale o texto do sistema';
  return inherited ? 'Vale o texto geral' : `Publicado em ${date}`;
}
