/**
 * Creates tests with one tap; one button per platform (S-DASH-07, S-DASH-16 to 19). The receipt
 * shows the credentials.
 */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconChevronDown, IconClipboard } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { QUICK_TEST_NOTE } from '../../lines/create/quick-test.ts';
import type { Receipt } from '../../lines/receipt/receipt.ts';
import { useProfile } from '../../sessions/profile.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import {
  freshQuickDraft,
  clearSharedText,
  hourOptions,
  inHours,
  sharedText,
} from './quick-test-draft.ts';
import { toLogLink } from '../log-link.ts';
import { NoteLink } from '../NoteLink.tsx';
import { SectionTitle } from '../SectionHead.tsx';
import { QuickTestButton } from './QuickTestButton.tsx';
import classes from './QuickTests.module.css';

const LineReceipt = lazyComponent(
  async () => (await import('../../lines/receipt/LineReceipt.tsx')).LineReceipt,
);

interface CreatedTest {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
}

interface QuickTestsProps {
  platforms: readonly LinePlatform[];
  /** Number of tests created this month. */
  generated: number | undefined;
}

export function QuickTests({ platforms, generated }: QuickTestsProps) {
  const isPhone = useIsPhone();
  const fieldsId = useId();
  const [draft, setDraft] = useState(() => ({ ...freshQuickDraft, note: sharedText() ?? '' }));
  const setNote = (note: string) => setDraft((before) => ({ ...before, note }));
  // Runs in an effect and not during rendering, because React may render twice.
  useEffect(clearSharedText, []);
  const [unfolded, setUnfolded] = useState(false);
  const [created, setCreated] = useState<CreatedTest>();
  // The receipt must appear at once after the test is created, so its code is preloaded.
  usePrefetch(LineReceipt);
  return (
    <Panel className={classes.root}>
      <Group gap="lg" justify="space-between" wrap="nowrap">
        <SectionTitle>Teste rápido</SectionTitle>
        {isPhone ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={unfolded}
            aria-controls={fieldsId}
            onClick={() => setUnfolded(!unfolded)}
          >
            <span>{inHours(draft.hours)}</span>
            <IconChevronDown size={16} stroke={1.75} aria-hidden />
          </button>
        ) : (
          <GeneratedTests count={generated} />
        )}
      </Group>
      <Group gap="lg" wrap="nowrap" className={classes.fields}>
        <TextField
          label="Para quem"
          labelHidden
          placeholder={QUICK_TEST_NOTE}
          title="Número ou nome, se quiser"
          maxLength={255}
          value={draft.note}
          rightSection={<PasteButton onPaste={setNote} />}
          rightSectionWidth={96}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <div id={fieldsId} hidden={isPhone && !unfolded}>
          <Segmented
            label="Duração do teste"
            value={String(draft.hours)}
            options={hourOptions}
            onChange={(hours) => setDraft({ ...draft, hours: Number(hours) })}
          />
        </div>
      </Group>
      <div className={classes.buttons}>
        {platforms.map((platform) => (
          <QuickTestButton
            key={platform.definition.key}
            platform={platform}
            draft={draft}
            onCreated={(receipt, sentNote) => {
              setCreated({ platform, receipt });
              // The field is cleared, unless the user has already typed the next customer. The
              // duration stays, because sellers often reuse it.
              setDraft((before) => (before.note === sentNote ? { ...before, note: '' } : before));
            }}
          />
        ))}
      </div>
      {created && <TestReceipt made={created} onClose={() => setCreated(undefined)} />}
    </Panel>
  );
}

/** Number of tests of this month, with a link to the log. */
function GeneratedTests({ count }: { count: number | undefined }) {
  const { data: me } = useProfile();
  if (count === undefined) return <Skeleton height={16} width={150} />;
  return (
    <Text span inherit c="dimmed" fz="control">
      <NoteLink to={toLogLink('test', me?.id)}>
        {pluralize(count, 'teste gerado', 'testes gerados')}
      </NoteLink>{' '}
      este mês
    </Text>
  );
}

const TestReceipt = ({ made, onClose }: { made: CreatedTest; onClose: () => void }) => (
  <LineReceipt
    platform={made.platform}
    receipt={made.receipt}
    title="Teste criado com sucesso"
    phoneTitle="Teste criado"
    phoneSubtitle="Pronto para enviar ao cliente"
    onClose={onClose}
  />
);

interface PasteButtonProps {
  readonly onPaste: (text: string) => void;
}

/**
 * Pastes text that was copied in WhatsApp. Hidden if the browser gives no access to the clipboard.
 */
function PasteButton({ onPaste }: PasteButtonProps) {
  // The clipboard API exists only on https pages, and not in every browser.
  if (typeof navigator.clipboard?.readText !== 'function') return null;
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
    } catch {
      // The user denied the access, so the field stays empty for typing.
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
