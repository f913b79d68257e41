/** Pictures that were chosen for the next message: uploaded at once, named by the message when it is sent. */
import { PICTURE_BYTES, uploadTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import { PICTURES_A_MESSAGE } from '@ramal/contract/tickets/tickets';
import { useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { sendFile } from '../../foundation/api/files.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';

interface ChosenPicture {
  readonly name: string;
  /** Label of the chosen file. */
  readonly label: string;
}

export function usePictures(ticketId: number) {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [busy, setBusy] = useState(false);
  const alert = useAlertDialog();
  const refuse = (text: string) => void alert({ title: 'Erro', text });

  const upload = async (file: File): Promise<void> => {
    if (file.size > PICTURE_BYTES) return refuse('A imagem passa de 5 MB. Envie uma menor.');
    try {
      const { name } = await sendFile(uploadTicketPicture, { params: { id: ticketId } }, file);
      setChosen((before) => [...before, { name, label: file.name }]);
    } catch (error) {
      if (error instanceof ApiError && !endsSession(error)) refuse(error.message);
    }
  };
  return {
    chosen,
    busy,
    isFull: chosen.length >= PICTURES_A_MESSAGE,
    choose: async (files: readonly File[]) => {
      setBusy(true);
      for (const file of files.slice(0, PICTURES_A_MESSAGE - chosen.length)) await upload(file);
      setBusy(false);
    },
    remove: (name: string) =>
      setChosen((before) => before.filter((picture) => picture.name !== name)),
    clear: () => setChosen([]),
  };
}
