import { Loader, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { useQuickTest } from '../../lines/create/quick-test.ts';
import type { Receipt } from '../../lines/receipt/receipt.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { readRecipient } from '../../lines/sell/recipient.ts';
import { type QuickDraft, inHours } from './quick-test-draft.ts';
import classes from './QuickTestButton.module.css';

interface QuickTestButtonProps {
  platform: LinePlatform;
  draft: QuickDraft;
  /**
   * Called after the test was created. `sentNote` is the note in the request; the user may have
   * changed the field in the meantime.
   */
  onCreated: (receipt: Receipt, sentNote: string) => void;
}

export function QuickTestButton({ platform, draft, onCreated }: QuickTestButtonProps) {
  const isPhone = useIsPhone();
  const showFailure = useFailureAlert();
  const quick = useQuickTest(platform);
  // A ref changes immediately, so a second tap before the next render creates no second test.
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const createTest = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const { note, hours } = draft;
      onCreated(await quick.run({ ...readRecipient(note), hours }), note);
    } catch (failure) {
      void showFailure(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={classes.root}
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => void createTest()}
    >
      {busy ? (
        <Loader size={20} color="currentColor" />
      ) : (
        <IconBolt size={isPhone ? 17 : 22} stroke={1.75} aria-hidden />
      )}
      <b>Teste {platform.definition.label}</b>
      {!isPhone && (
        <Text span inherit fz="note">
          {inHours(draft.hours)}, grátis
        </Text>
      )}
    </button>
  );
}
