/**
 * Editor of a brand. The preview shows typed values at once. All users see them after the
 * publication.
 */
import { Button, Group, Switch, Text } from '@mantine/core';
import {
  brandFileUrl,
  brandSettings,
  type BrandSettings,
  createBrand,
  deleteBrand,
  editBrand,
  editBrandLook,
  listBrands,
} from '@ramal/contract/brands/brand-settings';
import { getBrand } from '@ramal/contract/brands/brands';
import type { WireAnswer } from '@ramal/contract/api/endpoint';
import { withWireNames } from '@ramal/contract/api/translated';
import { defaultMessages } from '@ramal/contract/rules/message';
import { brandPictureFormats, formatNames } from '@ramal/contract/rules/picture-formats';
import { IconAlertTriangle, IconCheck, IconTrash, IconWorld } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryKey, useAction } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { SelectField, TagsField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { usePinnedVersion, useRefetchOnConflict } from '../../ui/read-version.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { AccentField } from './AccentField.tsx';
import { type BrandValues, countChanges, toBrandValues } from './brand-values.ts';
import { BrandsFrame } from './BrandsFrame.tsx';
import { PictureField } from './PictureField.tsx';
import classes from './BrandEditor.module.css';
import { FieldRow } from '../../ui/form/FormSection.tsx';

interface BrandEditorProps {
  /** Brand to edit. Undefined for a new brand. */
  readonly brand: BrandSettings | undefined;
  readonly franchises: readonly { readonly id: number; readonly username: string }[];
  /** True for admins. A franchise can change only the appearance of its brand. */
  readonly isAdmin: boolean;
  readonly list: ReactNode;
}

const changed = [listBrands, getBrand];

export function BrandEditor({ brand, franchises, isAdmin, list }: BrandEditorProps) {
  const isPhone = useIsPhone();
  const initial = toBrandValues(brand);
  const form = useBrandForm(brand, initial, isAdmin);
  const changes = countChanges(initial, form.values);
  const buttons = (
    <Group gap="sm" justify="flex-end">
      {changes > 0 && (
        <Text span inherit c="var(--ink-2)" fz="note">
          {pluralize(changes, 'mudança não publicada', 'mudanças não publicadas')}
        </Text>
      )}
      {changes > 0 && (
        <Button variant="default" onClick={() => form.reset()}>
          Descartar
        </Button>
      )}
      <Button
        loading={form.busy}
        variant={changes > 0 || !brand ? 'filled' : 'default'}
        leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
        onClick={form.submit}
      >
        {brand ? 'Publicar marca' : 'Criar marca'}
      </Button>
    </Group>
  );
  return (
    <BrandsFrame
      name={brand?.name ?? 'Nova marca'}
      actions={buttons}
      list={list}
      preview={form.values}
    >
      <Panel gap="3xl" align="flex-start" p="var(--inset) var(--inset-large) var(--inset-large)">
        {brand && brand.hiddenHosts.length > 0 && <HiddenHosts hosts={brand.hiddenHosts} />}
        <InlineForm form={form} gap="3xl" w="100%">
          <Owner form={form} franchises={franchises} isAdmin={isAdmin} />
          <AccentField {...form.field('accent')} />
          <Pictures form={form} />
          <Switch label="Sempre claro, sem a troca de tema" {...form.toggle('alwaysLight')} />
          <Texts form={form} />
          {isPhone && buttons}
        </InlineForm>
        {brand && isAdmin && <DeleteBrand brand={brand} />}
      </Panel>
    </BrandsFrame>
  );
}

function useBrandForm(
  brand: BrandSettings | undefined,
  initial: BrandValues,
  isAdmin: boolean,
): Form<BrandValues> {
  const navigate = useNavigate();
  const id = brand?.id ?? 0;
  const declaration = isAdmin ? editBrand : editBrandLook;
  const undo = useUndo(declaration);
  const showSaved = useShowSaved();
  const form = useForm(brand ? declaration : createBrand, {
    draft: `brand-${brand?.id ?? 'new'}`,
    initial,
    // Returns an error text for a form without changes. The publish button is always enabled, so
    // such a form can be sent.
    validate: (values) =>
      brand && countChanges(initial, values) === 0
        ? { name: 'Nada mudou nesta marca. Mude algo e publique.' }
        : {},
    send: (body) => (brand ? { params: { id }, body } : { body }),
    codeFields: { brand_host_taken: 'hosts', franchise_not_found: 'idFranchise' },
    refresh: changed,
    onRefused: useRefetchOnConflict(listBrands),
    success: ({ message, brand: { name, version } }) => ({
      title: message,
      text: `${name} aparece assim em todo lugar em poucos segundos.`,
      ...(brand && {
        action: {
          label: 'Desfazer',
          // The server rejects the undo if a newer version has been saved since then.
          run: () => undo.mutate({ params: { id }, body: { ...initial, version } }),
        },
      }),
    }),
    onDone: ({ brand: saved }, { version }) => {
      showSaved(saved, version);
      void navigate({ to: '/brands/{-$brand}', params: { brand: String(saved.id) } });
    },
  });
  usePinnedVersion(form);
  return form;
}

function useUndo(declaration: typeof editBrand | typeof editBrandLook) {
  const toast = useToast();
  const alert = useAlertDialog();
  const showFailure = useFailureAlert();
  const readAgain = useRefetchOnConflict(listBrands);
  const showSaved = useShowSaved();
  return useAction(declaration, {
    refresh: changed,
    onSuccess: ({ brand }, { body: { version } }) => {
      showSaved(brand, version);
      toast({ title: 'A marca está como antes' });
    },
    onError: (error) => {
      readAgain(error);
      if (error.code !== 'changed_meanwhile') void showFailure(error);
      else
        void alert({
          title: 'Não deu para desfazer',
          tone: 'warn',
          text: 'Outra pessoa publicou esta marca depois de você. Confira como ela está agora.',
        });
    },
  });
}

/**
 * Returns a function that puts the saved brand into the data of the list, unless newer data has
 * arrived. The editor stays open after saving, and the refreshed list may arrive late.
 */
function useShowSaved() {
  const client = useQueryClient();
  return (saved: BrandSettings, savedOver: string | undefined) => {
    const savedOnWire = withWireNames(brandSettings, saved);
    client.setQueryData<WireAnswer<typeof listBrands>>(
      queryKey(listBrands, {}),
      (listed) =>
        listed && {
          ...listed,
          brands: listed.brands.map((brand) =>
            brand.id === saved.id && brand.version === savedOver ? savedOnWire : brand,
          ),
        },
    );
  };
}

const HiddenHosts = ({ hosts }: { hosts: readonly string[] }) => (
  <Notice tone="warn" icon={IconAlertTriangle} title="O arquivo brands.json vence">
    {hosts.join(', ')} {hosts.length === 1 ? 'mostra' : 'mostram'} uma marca do arquivo, não esta.
  </Notice>
);

interface PartProps {
  readonly form: Form<BrandValues>;
}

function Owner({
  form,
  franchises,
  isAdmin,
}: PartProps & Omit<BrandEditorProps, 'brand' | 'list'>) {
  const { idFranchise: owner, hosts } = form.values;
  const isListed = owner === '' || franchises.some(({ id }) => String(id) === owner);
  return (
    <>
      <FieldRow>
        <TextField label="Nome" maxLength={60} autoComplete="off" {...form.field('name')} />
        {isAdmin ? (
          <SelectField
            label="Franquia"
            data={[
              { value: '', label: 'Nenhuma' },
              ...franchises.map(({ id, username }) => ({
                value: String(id),
                label: `${username} · ID ${id}`,
              })),
              ...(isListed ? [] : [{ value: owner, label: `ID ${owner}` }]),
            ]}
            {...form.field('idFranchise')}
          />
        ) : (
          <TextField
            label="Título das páginas"
            optional
            maxLength={80}
            placeholder={form.values.name}
            {...form.field('title')}
          />
        )}
      </FieldRow>
      {isAdmin ? (
        <>
          <TagsField
            label="Endereços"
            hint="O que as pessoas digitam: sem http:// e sem porta. Enter acrescenta."
            placeholder={hosts.length > 0 ? '' : 'painel.exemplo.com'}
            mono
            inputMode="url"
            splitChars={[',', ' ', ';']}
            {...form.field('hosts')}
          />
          <TextField
            label="Título das páginas"
            optional
            maxLength={80}
            placeholder={form.values.name}
            {...form.field('title')}
          />
        </>
      ) : (
        <Group component="p" gap="sm" wrap="nowrap" c="var(--ink-2)" fz="note">
          <IconWorld size={16} stroke={1.75} aria-hidden />
          <span className="mono">{hosts.join(', ')}</span>
        </Group>
      )}
    </>
  );
}

function Pictures({ form }: PartProps) {
  const { logo, favicon, background } = form.values;
  const picture = (name: string, size: number) => (
    <BrandMark size={size} logo={name ? brandFileUrl(name) : undefined} />
  );
  return (
    <>
      <FieldRow>
        <PictureField
          kind="logo"
          label="Logo"
          shown={picture(logo, 36)}
          hint={logo ? '' : 'a da casa'}
          {...form.field('logo')}
        />
        <PictureField
          kind="favicon"
          label="Favicon"
          shown={picture(favicon || logo, 22)}
          hint={favicon ? '' : 'da logo'}
          {...form.field('favicon')}
        />
      </FieldRow>
      <PictureField
        kind="background"
        label="Fundo do login"
        shown={
          <img src={background ? brandFileUrl(background) : '/background.svg'} alt="" width={112} />
        }
        hint={`${formatNames(brandPictureFormats)}, até 5 MB; melhor com 1920 × 1200 ou mais`}
        {...form.field('background')}
      />
    </>
  );
}

const texts = [
  ['receiptText', 'Recibo', 'receipt'],
  ['testText', 'Teste', 'test'],
  ['chargeText', 'Cobrança', 'charge'],
] as const;

/**
 * Default texts of the brand's sellers. They are used until a seller writes own texts (Q-TEXTS).
 */
const Texts = ({ form }: PartProps) => (
  <details className={classes.texts}>
    <summary>Textos aos clientes</summary>
    <Text inherit mb="lg" c="var(--ink-2)">
      Valem para as revendas da franquia que não escreveram os seus. Vazio: o texto da casa.
    </Text>
    {texts.map(([name, label, kind]) => (
      <TextAreaField
        key={name}
        label={label}
        optional
        rows={4}
        placeholder={defaultMessages[kind]}
        {...form.field(name)}
      />
    ))}
  </details>
);

function DeleteBrand({ brand }: { brand: BrandSettings }) {
  const act = useConfirmedAction();
  const navigate = useNavigate();
  const remove = useAction(deleteBrand, { refresh: changed });
  const ask = async () => {
    const done = await act(
      {
        title: 'Excluir esta marca?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: brand.name },
        facts: [
          {
            icon: IconWorld,
            tone: 'bad',
            text: `${brand.hosts.join(', ')}: ${brand.hosts.length === 1 ? 'passa' : 'passam'} a mostrar a marca da casa.`,
          },
        ],
        confirmLabel: 'Sim, excluir',
      },
      () => remove.mutateAsync({ params: { id: brand.id! } }),
      brand.name,
    );
    if (done) void navigate({ to: '/brands/{-$brand}', params: { brand: undefined } });
  };
  return (
    <Button
      variant="danger-soft"
      leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
      onClick={() => void ask()}
    >
      Excluir marca
    </Button>
  );
}
