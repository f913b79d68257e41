/** Opens the dialog that creates a line for a device that shows a code (S-NP2PLIST-20). */
import { Button } from '@mantine/core';
import { IconDeviceRemote } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import type { LinePlatform } from '../platforms/platform.ts';

const CodeWindow = lazy(async () => ({ default: (await import('./CodeDialog.tsx')).CodeDialog }));

export function CreateFromCode({ platform }: { platform: LinePlatform }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceRemote size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Criar por código
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <CodeWindow platform={platform} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
