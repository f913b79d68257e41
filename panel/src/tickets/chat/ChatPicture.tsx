/**
 * Picture of the chat. It is requested with the session, because its address requires
 * authorisation.
 */
import { Text, UnstyledButton } from '@mantine/core';
import { getTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import type { ChatMessage } from '@ramal/contract/tickets/tickets';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../foundation/api/files.ts';
import { downloadBlob } from '../../foundation/api/download.ts';
import classes from './ChatPicture.module.css';

interface ChatPictureProps {
  readonly picture: ChatMessage['pictures'][number];
}

export function ChatPicture({ picture: { name, width, height } }: ChatPictureProps) {
  const [blob, setBlob] = useState<Blob>();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    let left = false;
    fetchFile(getTicketPicture, { params: { name } })
      .then((file) => {
        if (left) return;
        made = URL.createObjectURL(file);
        setBlob(file);
        setUrl(made);
      })
      .catch(() => setFailed(true));
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [name]);
  if (failed)
    return (
      <Text span inherit display="block" c="var(--ink-2)" fz="caption">
        A imagem não pôde ser aberta
      </Text>
    );
  return (
    <UnstyledButton
      className={classes.root ?? ''}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label="Baixar a imagem"
      disabled={!blob}
      onClick={() => blob && downloadBlob(blob, 'imagem.webp')}
    >
      {url && <img src={url} alt="Imagem enviada na conversa" />}
    </UnstyledButton>
  );
}
