/**
 * «Cadastrar caixa»: assigns a MAC address to a line. The new box is added to the boxes of the
 * line, or replaces one of them.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type Box, listLineBoxes, registerBox } from '@ramal/contract/boxes/boxes';
import { IconDeviceTvOld, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { useNow } from '../foundation/use-now.ts';
import type { ApiError } from '../foundation/api/api.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { Facts } from '../ui/dialogs/Facts.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { ChoiceTiles } from '../ui/form/fields/ChoiceTiles.tsx';
import { FieldError } from '../ui/form/fields/FieldError.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import type { FieldErrors } from '../ui/form/form-errors.ts';
import { useForm } from '../ui/form/use-form.ts';
import type { ListDialogProps } from '../ui/list/ListDialogs.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { HealthMark } from '../ui/status/HealthMark.tsx';
import { agoText, boxHealth } from './box-words.ts';
import { useChosenLine } from './chosen-line.ts';
import { LineCard } from './LineCard.tsx';
import { MacFields, emptyMac, isCompleteMac } from './MacFields.tsx';
import { callsChangedByBoxes } from './use-box-actions.tsx';

const WIDTH = 470;
const REFRESH_EVERY_MS = 5_000;

interface RegisterBoxProps extends ListDialogProps {
  /** User name of the line that is preselected when the dialog opens. */
  readonly line?: string | undefined;
  /** MAC of a box that has already requested a line. */
  readonly mac?: string | undefined;
  readonly portalUrl: string | undefined;
}

export function RegisterBox({ onClose, onSaved, ...props }: RegisterBoxProps) {
  const [registered, setRegistered] = useState<Box>();
  const close = () => {
    onClose();
    if (registered) onSaved(registered.id);
  };
  return registered ? (
    <RegisteredBox box={registered} portalUrl={props.portalUrl} onClose={close} />
  ) : (
    <RegisterForm {...props} onClose={onClose} onRegistered={setRegistered} />
  );
}

interface RegisterFormProps extends Omit<RegisterBoxProps, 'onSaved'> {
  readonly onRegistered: (box: Box) => void;
}

/** Error codes whose message is shown under the MAC fields. */
const macErrors = ['box_on_own_line', 'box_taken', 'too_many_attempts'];

/** State of the form: its values, the chosen line, and the error of the last call. */
function useRegisterForm({ line = '', mac, onRegistered }: RegisterFormProps) {
  const [refused, setRefused] = useState<ApiError>();
  const form = useForm(registerBox, {
    initial: { username: line, mac: mac ?? emptyMac, mode: 'add', room: '', move: false },
    wireNames: { username: 'line_id' },
    send: ({ mac: typed, mode, room, move }) => ({
      body: {
        mac: typed,
        lineId: chosen.line?.id ?? 0,
        mode: hasBox && mode === 'replace' ? ('replace' as const) : ('add' as const),
        move,
        ...(room.trim() ? { room } : {}),
      },
    }),
    validate: (values): FieldErrors => ({
      ...(chosen.line ? {} : { line_id: 'Escolha a linha.' }),
      ...(isCompleteMac(values.mac) ? {} : { mac: 'Faltam 1 ou mais caracteres' }),
    }),
    refresh: callsChangedByBoxes,
    codeFields: { box_on_own_line: 'mac', box_taken: 'mac', too_many_attempts: 'mac' },
    alertFor: () => false,
    onRefused: setRefused,
    success: ({ message, box }) => ({
      title: message,
      text: <span className="mono">{box.mac}</span>,
    }),
    onDone: ({ box }) => onRegistered(box),
  });
  const { values } = form;
  const chosen = useChosenLine(values.username);
  const hasBox = (chosen.boxes?.length ?? 0) > 0;
  const change = (patch: Partial<typeof values>) => {
    setRefused(undefined);
    form.change({ move: false, ...patch });
  };
  // The second submit runs in an effect, because it needs the form values of the next render.
  const { submit } = form;
  useEffect(() => {
    if (values.move) submit();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [values.move]);
  return { form, chosen, hasBox, change, refused };
}

function RegisterForm(props: RegisterFormProps) {
  const { portalUrl, onClose } = props;
  const { form, chosen, hasBox, change, refused } = useRegisterForm(props);
  const { values } = form;
  return (
    <FormDialog
      form={form}
      title="Cadastrar caixa"
      icon={IconDeviceTvOld}
      width={WIDTH}
      fillsPhone
      hint={<ScreensHint screens={chosen.boxes?.[0]?.iptv.screens} />}
      submitLabel="Cadastrar caixa"
      onClose={onClose}
      after={chosen.boxes && <BoxList boxes={chosen.boxes} />}
    >
      <LineCard
        username={values.username}
        onChange={(username) => change({ username })}
        error={form.field('username').error}
      />
      <MacFields
        autoFocus={props.line !== undefined}
        value={values.mac}
        onChange={(typed) => change({ mac: typed })}
        error={form.field('mac').error}
      />
      {refused?.code === 'box_on_own_line' && (
        <Button variant="default" size="sm" onClick={() => form.change({ move: true })}>
          Mover para cá
        </Button>
      )}
      {hasBox && <ModeTiles value={values.mode} onChange={(mode) => change({ mode })} />}
      <TextField
        label="Cômodo"
        name="room"
        optional
        maxLength={60}
        placeholder="Sala, quarto, recepção"
        {...form.field('room')}
      />
      {portalUrl && <PortalRow url={portalUrl} />}
      <Facts
        facts={[
          {
            icon: IconShieldLock,
            text: 'O MAC não é senha: no primeiro uso ele fica preso ao número de série desta caixa.',
          },
        ]}
      />
      {refused && <OtherRefusal refused={refused} />}
    </FormDialog>
  );
}

/** Shows an error that does not belong to the MAC fields. */
function OtherRefusal({ refused: { code, message } }: { refused: ApiError }) {
  if (code !== undefined && macErrors.includes(code)) return null;
  return (
    <FieldError role="alert">
      {code === 'boxes_too_many' ? message : 'Não deu para cadastrar. Nada mudou.'}
    </FieldError>
  );
}

function BoxList({ boxes }: { boxes: readonly Box[] }) {
  const now = useNow();
  if (boxes.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" mt="2xl" aria-label="Caixas desta linha">
      {boxes.map((box) => (
        <Group component="li" key={box.id} gap="0 var(--space-lg)" fz="note">
          <span className="mono">{box.mac}</span>
          {[box.model, box.room].filter(Boolean).join(' · ')}
          <HealthMark {...boxHealth(box, now)} />
        </Group>
      ))}
    </Stack>
  );
}

const ScreensHint = ({ screens = 0 }: { screens: number | undefined }) =>
  screens > 0
    ? `Grátis · ${screens} ${screens === 1 ? 'tela' : 'telas'}, cada caixa ligada usa uma`
    : 'Grátis · cada caixa ligada usa uma tela';

const ModeTiles = ({ value, onChange }: { value: string; onChange: (mode: string) => void }) => (
  <div>
    <Text component="p" fz="control" fw={500} mb="xs">
      A linha já tem uma caixa
    </Text>
    <ChoiceTiles
      names
      label="A linha já tem uma caixa"
      value={value}
      options={[
        { value: 'add', label: 'Somar', detail: 'as duas funcionam' },
        { value: 'replace', label: 'Trocar', detail: 'a antiga sai' },
      ]}
      onChange={onChange}
    />
  </div>
);

const PortalRow = ({ url }: { url: string }) => (
  <Panel p={0}>
    <CopyRow label="Na caixa, em Configurações › Portais, digite" value={url} wrap="below" />
  </Panel>
);

interface RegisteredBoxProps {
  readonly box: Box;
  readonly portalUrl: string | undefined;
  readonly onClose: () => void;
}

/** Waits for the first life sign of the new box. */
function RegisteredBox({ box, portalUrl, onClose }: RegisteredBoxProps) {
  const query = useCall(
    listLineBoxes,
    { params: { id: box.iptv.id } },
    { refreshEveryMs: REFRESH_EVERY_MS },
  );
  const current = query.data?.find(({ id }) => id === box.id) ?? box;
  const { lastSeenTimestamp: seen, model } = current;
  return (
    <Dialog
      onClose={onClose}
      width={WIDTH}
      fillsPhone
      title="Caixa cadastrada"
      subtitle={<span className="mono">{box.mac}</span>}
      icon={IconDeviceTvOld}
      closeLabel="Fechar"
    >
      <div role="status">
        {seen === null ? (
          <HealthMark look="busy" label="Esperando a caixa ligar" />
        ) : (
          <HealthMark
            look="ok"
            label={`Ligada: ${[model, agoText(seen, new Date(query.dataUpdatedAt))].filter(Boolean).join(', ')}`}
          />
        )}
      </div>
      {seen === null && portalUrl && <PortalRow url={portalUrl} />}
    </Dialog>
  );
}
