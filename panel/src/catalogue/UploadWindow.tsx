import { Button } from '@mantine/core';
import type { Answered, Endpoint, Sent } from '@ramal/contract/endpoint';
import { IconAlertTriangle, IconFile } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from './bytes.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Notice } from '../ui/panels.tsx';
import { DropZone } from './DropZone.tsx';
import { useUpload } from './use-upload.ts';

export interface UploadWindowProps<E extends Endpoint> {
  declaration: E;
  /** What the file is sent for. */
  target: { id: number; name: string };
  title: string;
  accept: string;
  /** «.m3u, .m3u8 ou .gz» */
  endings: string;
  refresh: readonly Endpoint[];
  onClose: () => void;
  onSent: (answer: Answered<E>) => void;
}

/** Sends a file and shows how much of it has left. Too large or oddly named files are refused before they leave. */
export function UploadWindow<E extends Endpoint>(props: UploadWindowProps<E>) {
  const { declaration, target, title, accept, endings, refresh, onClose, onSent } = props;
  const upload = useUpload(declaration, refresh);
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const most = declaration.upload?.maxBytes ?? 0;
  const busy = upload.share !== undefined;

  const send = async (chosen: File) => {
    const why = refusalOf(chosen, accept, endings, most);
    setRefused(why);
    setFile(why ? undefined : chosen);
    if (why) return;
    const answer = await upload.send({ params: { id: target.id } } as Sent<E>, chosen);
    if (answer) onSent(answer);
  };
  const failure = refused ?? upload.failure?.message;
  return (
    <Dialog
      opened
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
        <Sending file={file} share={upload.share ?? 0} />
      ) : (
        <DropZone
          label="Solte o arquivo aqui ou clique para escolher"
          hint={`${endings}, até ${formatBytes(most)}`}
          accept={accept}
          onFile={(chosen) => void send(chosen)}
        />
      )}
    </Dialog>
  );
}

function Sending({ file, share }: { file: File; share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <div className="sending">
      <IconFile size={22} stroke={1.5} aria-hidden />
      <div>
        <p className="sending-name">
          <b>{file.name}</b>
          <span className="num">
            {formatBytes(file.size * share)} de {formatBytes(file.size)}
          </span>
        </p>
        <div
          className="task-bar"
          role="progressbar"
          aria-label="Enviando"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ transform: `scaleX(${share})` }} />
        </div>
        <p role="status">{percent < 100 ? `Enviando, ${percent}%` : 'Recebido, guardando'}</p>
      </div>
    </div>
  );
}

function refusalOf(file: File, accept: string, endings: string, most: number): string | undefined {
  const name = file.name.toLowerCase();
  if (!accept.split(',').some((ending) => name.endsWith(ending)))
    return `Este arquivo não serve: envie ${endings}.`;
  if (file.size === 0) return 'Este arquivo está vazio.';
  if (file.size > most)
    return `Este arquivo tem ${formatBytes(file.size)}, e o limite é ${formatBytes(most)}.`;
  return undefined;
}
