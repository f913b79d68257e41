import { Button } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';

interface PasteButtonProps {
  readonly onPaste: (text: string) => void;
}

/** Takes what was copied in WhatsApp. A browser that may not read the clipboard shows no button. */
export function PasteButton({ onPaste }: PasteButtonProps) {
  // Outside of https the clipboard does not exist.
  if (typeof navigator.clipboard?.readText !== 'function') return null;
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
    } catch {
      // The person did not allow it: the field is there to be typed into.
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconClipboard size={16} stroke={1.75} aria-hidden />}
      onClick={() => void paste()}
    >
      Colar
    </Button>
  );
}
