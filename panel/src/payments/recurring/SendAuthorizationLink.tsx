/**
 * Dialog that sends a link to the customer. With the link, the customer pays a rejected charge or
 * creates a new authorization.
 */
import { Button, Stack } from '@mantine/core';
import {
  type AuthorizationRow,
  createAuthorizationLink,
} from '@ramal/contract/payments/authorizations';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { formatNumber, openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import type { ResponseOf } from '@ramal/contract/api/endpoint';

type Link = ResponseOf<typeof createAuthorizationLink>;

interface SendAuthorizationLinkProps {
  authorization: Pick<AuthorizationRow, 'id' | 'name' | 'username'>;
  about: 'payment' | 'authorization';
  onClose: () => void;
}

/** Creates the link when the dialog opens. After a failure, a retry requests the link again. */
function useLink(id: number, about: 'payment' | 'authorization') {
  const [data, setData] = useState<Link>();
  const [error, setError] = useState<ApiError | null>(null);
  const create = useAction(createAuthorizationLink, { onSuccess: setData, onError: setError });
  const { mutate } = create;
  useEffect(() => mutate({ params: { id }, body: { about } }), [mutate, id, about]);
  return {
    data,
    error,
    isFetching: create.isPending,
    refetch: () => {
      setError(null);
      mutate({ params: { id }, body: { about } });
    },
  };
}

export function SendAuthorizationLink({
  authorization,
  about,
  onClose,
}: SendAuthorizationLinkProps) {
  const { name, username } = authorization;
  const query = useLink(authorization.id, about);
  const link = query.data;
  return (
    <Dialog
      onClose={onClose}
      width={480}
      title={about === 'payment' ? `Cobrar ${name}` : `Pedir outra autorização a ${name}`}
      subtitle={<span className="mono">{username}</span>}
      footer={
        link && (
          <>
            <Button size="md" variant="default" onClick={() => openWhatsApp('', link.message)}>
              Outro contato
            </Button>
            {link.whatsapp && (
              <Button
                size="md"
                variant="whatsapp"
                data-wide
                leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
                onClick={() => {
                  openWhatsApp(link.whatsapp!, link.message);
                  onClose();
                }}
              >
                Enviar para {formatNumber(link.whatsapp)}
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded query={query} failed="Não deu para criar o link" compact height={56} lines={2}>
        {({ message, url }) => (
          <Stack gap="lg">
            <CopyRow label="Mensagem" value={message} wrap="below" />
            <CopyRow label="Link" value={url} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
