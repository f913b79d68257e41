import { Button } from '@mantine/core';
import type { ResponseOf, Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../foundation/bytes.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { DropZone } from '../../ui/upload/DropZone.tsx';
import { findRefusalReason } from '../../ui/upload/file-rule.ts';
import { UploadProgress } from '../../ui/upload/UploadProgress.tsx';
import { useUpload } from '../../ui/upload/use-upload.ts';

interface UploadDialogProps<E extends Endpoint> {
  endpoint: E;
  /** The list or guide that receives the file. */
  target: { id: number; name: string };
  title: string;
  accept: string;
  /** Accepted file extensions: «.m3u, .m3u8 ou .gz». */
  endings: string;
  refresh: readonly Endpoint[];
  onClose: () => void;
  onSent: (answer: ResponseOf<E>) => void;
}

/**
 * Uploads a file and shows the progress. Rejects a file that is too large or of another type before
 * the upload.
 */
export function UploadDialog<E extends Endpoint>(props: UploadDialogProps<E>) {
  const { endpoint, target, title, accept, endings, refresh, onClose, onSent } = props;
  const upload = useUpload(endpoint, refresh);
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const maxBytes = endpoint.upload?.maxBytes ?? 0;
  const busy = upload.share !== undefined;

  const send = async (chosen: File) => {
    const reason = findRefusalReason(chosen, { accept, endings, maxBytes });
    setRefused(reason);
    setFile(reason ? undefined : chosen);
    if (reason) return;
    const answer = await upload.send({ params: { id: target.id } } as RequestOf<E>, chosen);
    if (answer) onSent(answer);
  };
  const failure = refused ?? upload.failure?.message;
  return (
    <Dialog
      onClose={onClose}
      title={title}
      subtitle={target.name}
      width={520}
      footer={
        <Button size="md" variant="default" onClick={busy ? upload.withdraw : onClose}>
          {busy ? 'Cancelar envio' : 'Fechar'}
        </Button>
      }
    >
      {failure && (
        <Notice
          tone="bad"
          icon={IconAlertTriangle}
          {...(!refused && file
            ? {
                action: (
                  <Button size="xs" variant="default" onClick={() => void send(file)}>
                    Tentar de novo
                  </Button>
                ),
              }
            : {})}
        >
          {failure}
        </Notice>
      )}
      {busy && file ? (
        <UploadProgress file={file} share={upload.share ?? 0} arrived="Recebido, guardando" />
      ) : (
        <DropZone
          label="Solte o arquivo aqui ou clique para escolher"
          hint={`${endings}, até ${formatBytes(maxBytes)}`}
          accept={accept}
          onFile={(chosen) => void send(chosen)}
        />
      )}
    </Dialog>
  );
}
