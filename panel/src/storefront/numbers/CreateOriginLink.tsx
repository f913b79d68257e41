/** Dialog «Criar link com origem». After the creation it shows the link with copy and QR code. */
import { Stack } from '@mantine/core';
import {
  createOriginLink,
  getStorefrontNumbers,
  listOriginLinks,
} from '@ramal/contract/storefront/numbers';
import { suggestSlug } from '@ramal/contract/storefront/slug';
import { getStorefront } from '@ramal/contract/storefront/settings';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { QrCode } from '../../ui/receipt/QrCode.tsx';
import { pageAddress, shortAddress } from '../settings/page-address.ts';

export function CreateOriginLink({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ name: string; url: string }>();
  const { data: storefront } = useCall(getStorefront, {}, { staleMs: 60_000 });
  const form = useForm(createOriginLink, {
    initial: { name: '' },
    send: ({ name }) => ({ body: { name } }),
    codeFields: { origin_link_taken: 'name' },
    refresh: [listOriginLinks, getStorefrontNumbers],
    onDone: ({ link }) => setCreated(link),
  });
  if (created) return <CreatedLink {...created} onClose={onClose} />;
  const slug = storefront?.settings?.slug;
  return (
    <FormDialog
      form={form}
      icon={IconLink}
      title="Criar link com origem"
      subtitle="Quem abrir por ele conta nesta origem, para sempre."
      submitLabel="Criar link"
      onClose={onClose}
    >
      <TextField
        label="Nome"
        placeholder="Instagram"
        maxLength={40}
        autoComplete="off"
        hint={
          storefront &&
          slug &&
          form.values.name.trim() !== '' &&
          `${shortAddress(pageAddress(storefront.addressBase, slug))}?o=${suggestSlug(form.values.name)}`
        }
        {...form.field('name')}
      />
    </FormDialog>
  );
}

interface CreatedLinkProps {
  readonly name: string;
  readonly url: string;
  readonly onClose: () => void;
}

const QR_SIZE = 200;

const CreatedLink = ({ name, url, onClose }: CreatedLinkProps) => (
  <Dialog title={`Link de ${name}`} closeLabel="Pronto" onClose={onClose}>
    <Stack gap="xl" align="center">
      <QrCode text={url} size={QR_SIZE} />
      <CopyRow label="Link" value={url} shown={shortAddress(url)} wrap="below" />
    </Stack>
  </Dialog>
);
