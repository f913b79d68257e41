/**
 * «Exportar Excel»: downloads a file. Either a task creates a spreadsheet, or the call returns the
 * file directly.
 */
import { Button } from '@mantine/core';
import type { Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { exportStarted } from '@ramal/contract/exports';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchFile } from '../foundation/api/files.ts';
import { downloadBlob } from '../foundation/api/download.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { toExportFailure, useExport } from './use-export.tsx';

interface ButtonLook {
  readonly label?: string;
  readonly size?: 'xs' | 'sm';
}

const icon = <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />;

export function ExportButton<E extends Endpoint & { answer: typeof exportStarted }>({
  declaration,
  sent,
  label = 'Exportar Excel',
  size = 'sm',
  failed,
}: ButtonLook & {
  readonly declaration: E;
  readonly sent: RequestOf<E>;
  /** Text for a failure without a reason. If absent, the default text is used. */
  readonly failed?: string;
}) {
  const { start, busy, window } = useExport(declaration, { failed });
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={icon}
        loading={busy}
        onClick={() => start(sent)}
      >
        {label}
      </Button>
      {window}
    </>
  );
}

export function DownloadButton<E extends Endpoint & { download: true }>({
  declaration,
  sent,
  file,
  label = 'Exportar',
  size = 'sm',
}: ButtonLook & { readonly declaration: E; readonly sent: RequestOf<E>; readonly file: string }) {
  const [busy, setBusy] = useState(false);
  const alert = useAlertDialog();
  const download = async () => {
    setBusy(true);
    try {
      downloadBlob(await fetchFile(declaration, sent), file);
    } catch (error) {
      await alert(toExportFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size={size}
      leftSection={icon}
      loading={busy}
      onClick={() => void download()}
    >
      {label}
    </Button>
  );
}
