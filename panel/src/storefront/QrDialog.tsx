/** QR code of an address of the sales page, with a button that saves it as a picture. */
import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { downloadBlob } from '../foundation/api/download.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { QrCode } from '../ui/receipt/QrCode.tsx';
import { shortAddress } from './settings/page-address.ts';

const SIZE = 256;

export function QrDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      title="QR code da página"
      width={380}
      onClose={onClose}
      footer={
        <Button
          size="md"
          fullWidth
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          onClick={() => saveSvg(frame.current?.querySelector('svg'))}
        >
          Baixar
        </Button>
      }
    >
      <Stack ref={frame} gap="lg" align="center">
        <QrCode text={address} size={SIZE} />
        <Text inherit ta="center" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {shortAddress(address)}
        </Text>
      </Stack>
    </Dialog>
  );
}

function saveSvg(svg: SVGSVGElement | null | undefined): void {
  if (!svg) return;
  const picture = new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
  downloadBlob(picture, 'pagina-de-venda.svg');
}
