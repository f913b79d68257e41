/**
 * Edits a game: selects another channel for the same name, or changes the time of its removal from
 * the player.
 */
import {
  type TemporaryChannel,
  changeTemporaryChannel,
  listTemporaryChannels,
} from '@ramal/contract/catalogue/temporary-channels';
import { formatTime } from '../foundation/dates.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { ChannelField } from './ChannelField.tsx';
import { HourField } from './HourField.tsx';
import { toRemovalMinute } from './removal-time.ts';

interface ChangeGameProps {
  readonly game: TemporaryChannel;
  readonly now: Date;
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

export function ChangeGame({ game, now, onClose, onSaved }: ChangeGameProps) {
  const until = formatTime(new Date(game.endsAt * 1000));
  const form = useForm(changeTemporaryChannel, {
    initial: { streamId: String(game.streamId ?? ''), until },
    send: ({ streamId, until: typed }) => ({
      params: { id: game.id },
      body: {
        streamId,
        // If the time was not changed, it is not sent, so that the day of the removal stays the
        // same.
        ...(typed === until ? {} : { until: toRemovalMinute(typed, now) ?? typed }),
      },
    }),
    codeFields: { temporary_channel_over: 'until' },
    refresh: [listTemporaryChannels],
    success: ({ message, channel }) => ({ title: message, text: channel.name }),
    onDone: ({ channel }) => {
      onClose();
      onSaved(channel.id);
    },
  });
  return (
    <FormDialog form={form} title={game.name} submitLabel="Salvar" onClose={onClose}>
      <ChannelField
        label="Canal"
        offered={
          game.streamId === null
            ? undefined
            : { value: String(game.streamId), label: game.origimName }
        }
        {...form.field('streamId')}
      />
      <HourField {...form.field('until')} />
    </FormDialog>
  );
}
